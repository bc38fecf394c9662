import { isSecret, nameWithoutSecrets, withoutSecrets } from '../secrets.js';
import { build, equal } from './assert.js';

export const tests = {
  'a password is secret, also when it is shown in clear': () => {
    const field = build('<input type=password value="correct horse battery">');
    equal(isSecret(field), true);
    field.type = 'text';
    equal(isSecret(field), true);
    equal(withoutSecrets('it is correct HORSE battery.'), 'it is ••••.');
  },
  'a field for a code or a card is, whatever its type': () => {
    equal(isSecret(build('<input autocomplete="section-a one-time-code" value=774411>')), true);
    equal(isSecret(build('<input autocomplete=cc-number value=4111222233334444>')), true);
    equal(isSecret(build('<input autocomplete=email value=a@b>')), false);
    equal(isSecret(build('<button>x</button>')), false);
  },
  'a short secret is masked as a word, a long one anywhere': () => {
    isSecret(build('<input type=password value=cat>'));
    equal(withoutSecrets('a cat concatenates'), 'a •••• concatenates');
    isSecret(build('<input type=password value=catamaran>'));
    equal(withoutSecrets('xcatamaranx'), 'x••••x');
  },
  'in a name a short one is masked anywhere once a text of the document says it': () => {
    isSecret(build('<input type=password value=dog>'));
    equal(nameWithoutSecrets('hotdog', null), 'hotdog');
    document.body.insertAdjacentHTML('beforeend', '<p>dog</p>');
    isSecret(build('<input type=password value=owl><p>owl</p>'));
    equal(nameWithoutSecrets('night owlery', null), 'night ••••ery');
  },
  'two characters are no secret': () => {
    isSecret(build('<input type=password value=zq>'));
    equal(withoutSecrets('zq'), 'zq');
  },
};
