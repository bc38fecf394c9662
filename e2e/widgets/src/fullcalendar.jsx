import {Calendar} from 'fullcalendar';
import dayGrid from 'fullcalendar/daygrid';
import interaction from 'fullcalendar/interaction';
import classic from 'fullcalendar/themes/classic';
import 'fullcalendar/skeleton.css';
import 'fullcalendar/themes/classic/theme.css';
import 'fullcalendar/themes/classic/palette.css';

const calendar = new Calendar(document.querySelector('#root'), {
  plugins: [dayGrid, interaction, classic],
  initialDate: '2026-10-01',
  initialView: 'dayGridMonth',
  editable: true,
  headerToolbar: {left: 'title', right: 'today prev,next'},
  events: [{id: 'a', title: 'Dentist', start: '2026-11-05'}, {id: 'b', title: 'Concert', start: '2026-11-20'}],
});
calendar.render();
window.goal = () => calendar.getEvents().map((e) => e.title + ' ' + e.startStr);
