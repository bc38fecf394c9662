package e2e

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tiktoken-go/tokenizer"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// listPage renders a list of records as frameworks do: render() makes all elements of the list anew.
// The page says how a row is made, and which button was pressed.
const listPage = `<!doctype html><title>List</title><h1>People</h1><ul id=list></ul><p id=log>nothing</p>
<script>
const list = document.getElementById('list'), log = document.getElementById('log');
let people = ['Ann', 'Bob', 'Cid', 'Dee'];
const press = (e) => { log.textContent = 'deleted ' + e.currentTarget.dataset.who; };
const element = (tag, text, who) => { const e = document.createElement(tag); e.textContent = text; if (who) e.dataset.who = who; return e; };
%s
function render() { list.replaceChildren(...people.map(row)); }
render();
</script>`

// rows are the ways to make a row: where the listeners are, and what tells the buttons apart.
var rows = map[string]string{
	"each button has a listener": `
		function row(who) { const li = element('li', who + ' '), b = element('button', 'Delete', who); b.onclick = press; li.append(b); return li; }`,
	"the list has the only listener": `
		list.addEventListener('click', (e) => { if (e.target.dataset.who) log.textContent = 'deleted ' + e.target.dataset.who; });
		function row(who) { const li = element('li', who + ' '); li.append(element('button', 'Delete', who)); return li; }`,
	"the buttons have names of their own": `
		function row(who) { const li = element('li', ''), b = element('button', 'Delete ' + who, who); b.onclick = press; li.append(b); return li; }`,
}

// follow watches the tab of a driver until the test ends, so that the service captures after each
// change and not only when it is asked.
func follow(t *testing.T, d *driver) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	current, done := make(chan struct{}), make(chan error, 1)
	isCurrent := sync.OnceFunc(func() { close(current) })
	req := &observerv1.WatchDiffRequest{SessionId: d.session, Format: observerv1.Format_FORMAT_BOTH}
	go func() {
		var last error
		for e, err := range client.New(d.conn).Watch(ctx, req, client.WatchOptions{}) {
			if _, ok := e.(client.Snapshot); ok {
				isCurrent()
			}
			if lost, ok := e.(client.Lost); ok && ctx.Err() == nil {
				err = fmt.Errorf("lost: %w", lost.Err)
			}
			if last = err; err != nil {
				break
			}
		}
		done <- last
	}()
	<-current
	t.Cleanup(func() {
		cancel()
		require.ErrorIs(t, <-done, context.Canceled, "what was watched folded to the tree of the server all the time")
	})
}

// deletes returns the refs of the delete buttons in the order of the page.
func deletes(s *snapshot) []string {
	var refs []string
	for _, n := range s.nodes {
		if n.GetRole() == "button" {
			refs = append(refs, n.GetRef())
		}
	}
	return refs
}

func TestAListThatIsRenderedAgainKeepsItsRefsAndEachReachesItsRecord(t *testing.T) {
	conn := startService(t)
	for name, row := range rows {
		for _, watched := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, watched %t", name, watched), func(t *testing.T) {
				d := &driver{conn: conn}
				visit(t, d, site(t, map[string]string{"/": fmt.Sprintf(listPage, row)}).URL)
				before := deletes(mustObserve(t, d))
				require.Len(t, before, 4)
				if watched {
					follow(t, d)
				}
				require.NoError(t, d.evaluate(t.Context(), `render(), render()`, nil))
				assert.Equal(t, before, deletes(mustObserve(t, d)))
				require.NoError(t, d.evaluate(t.Context(), `people.reverse(), render()`, nil))
				a := d.act(t.Context(), click(before[1]), stepTimeout)
				require.True(t, a.applied(), a.String())
				assert.True(t, a.result.GetRebound(), "the caller is told that a framework replaced the element")
				var log string
				require.NoError(t, d.evaluate(t.Context(), `log.textContent`, &log))
				assert.Equal(t, "deleted Bob", log)
			})
		}
	}
}

func TestTheRefOfARecordThatIsNotRenderedAgainReachesNobodyElse(t *testing.T) {
	conn := startService(t)
	for name, row := range rows {
		for _, watched := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, watched %t", name, watched), func(t *testing.T) {
				d := &driver{conn: conn}
				visit(t, d, site(t, map[string]string{"/": fmt.Sprintf(listPage, row)}).URL)
				before := deletes(mustObserve(t, d))
				if watched {
					follow(t, d)
				}
				require.NoError(t, d.evaluate(t.Context(), `people[1] = 'Eve', render()`, nil))
				a := d.act(t.Context(), click(before[1]), stepTimeout)
				assert.Equal(t, "STALE_REF", a.reason(), a.String())
				var log string
				require.NoError(t, d.evaluate(t.Context(), `log.textContent`, &log))
				assert.Equal(t, "nothing", log)
			})
		}
	}
}

// bigList is a list of 200 items of which a click renders all again, changing one item, a counter
// and a status line, and adding a message.
const bigList = `<!doctype html><title>Big list</title>
<header><h1>Big list</h1><button id=bump>Bump counter</button> <button>Arm timer</button><p id=status>Status: ready</p><p>Timer: idle</p></header>
<main><p id=counter>Counter: 0</p><ul id=list></ul><div id=messages></div></main>
<script>
const words = 'amber basin cedar delta ember fjord grove harbor island juniper'.split(' ');
let clicks = 0;
const render = () => {
  list.innerHTML = Array.from({length: 200}, (_, i) => '<li><span>Item ' + words[i % 10] + ' ' + (i + 1) + (clicks && i === 7 * clicks ? ' (updated)' : '') +
    '</span> <button>Edit item ' + (i + 1) + '</button> <label><input type=checkbox aria-label="Mark ' + (i + 1) + '"></label></li>').join('');
};
bump.onclick = () => {
  clicks++;
  status_.textContent = 'Status: bumped ' + clicks;
  counter.textContent = 'Counter: ' + clicks;
  messages.innerHTML = '<div role=alert>Saved ' + clicks + '</div>';
  render();
};
const status_ = document.getElementById('status');
render();
</script>`

func TestAClickThatRenders200ItemsAgainIsAnsweredInFewTokensAndKeepsAllRefs(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": bigList}).URL)
	before := mustObserve(t, d)
	a := d.act(t.Context(), click(before.ref(t, "button", "Bump counter")), stepTimeout)
	require.True(t, a.applied(), a.String())
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	require.NoError(t, err)
	delta := a.result.GetEffect().GetDelta()
	size, err := codec.Count(delta.GetText())
	require.NoError(t, err)
	t.Logf("%d tokens, %d refs taken over\n%s", size, len(delta.GetRebound()), delta.GetText())
	assert.Contains(t, delta.GetText(), `+     - listitem: "Item harbor 8 (updated)"`)
	assert.LessOrEqual(t, size, 200)
	assert.Len(t, delta.GetRebound(), 400)
	assert.Equal(t, deletes(before), deletes(mustObserve(t, d)))
}
