// What a form says before it is sent, how a phone is written, and the button that shows a password. The server checks
// everything again, and alone where this script does not run.

const HOME = '998';
const digitsOf = (text) => text.replace(/\D/g, '');
/** Without invisible marks, and with a plus for the 00 of calls from abroad. */
const plain = (text) =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trimStart()
    .replace(/^0[\s-]*0(?=[\s-]*[1-9])/, '+');
/**
 * Digits of a phone without our code, which may stand there once more, as it is dialled. None is dropped: a number that has
 * too many is seen, and refused.
 */
const nationalOf = (text) => {
  const digits = digitsOf(plain(text));
  const own = digits.startsWith(HOME) ? digits.slice(HOME.length) : digits;
  return own.replace(/^(?:00)?998(?=\d{9}$)/, '');
};
const isForeign = (text) =>
  plain(text).startsWith('+') && !HOME.startsWith(digitsOf(plain(text)).slice(0, HOME.length));

const MASKS = {
  digits: (text) => digitsOf(text),
  phone(text) {
    if (isForeign(text)) return plain(text);
    const own = nationalOf(text);
    const groups = [own.slice(0, 2), own.slice(2, 5), own.slice(5, 7), own.slice(7)].filter(Boolean);
    return ['+998', ...groups].join(' ') + (own === '' ? ' ' : '');
  },
};

/** The most used passwords; fetched when one is about to be chosen, and until then the server alone refuses them. */
let mostUsed = new Set();
for (const input of document.querySelectorAll('input[autocomplete="new-password"]'))
  input.addEventListener(
    'focus',
    () =>
      import('/assets/most-used-passwords.js').then(
        (module) => (mostUsed = new Set(module.default)),
        // Not retried: the server checks the same list.
        () => undefined,
      ),
    { once: true },
  );

const PASSES = {
  required: ({ value, dataset }) =>
    dataset.mask === 'phone' ? nationalOf(value) !== '' : value.trim() !== '',
  phone: ({ value }) => !isForeign(value) && nationalOf(value).length === 9,
  email: ({ value }) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()),
  pinfl: ({ value }) => /^[1-6]\d{13}$/.test(digitsOf(value)),
  stir: ({ value }) => /^[2-7]\d{8}$/.test(digitsOf(value)),
  'password-short': ({ value }) => [...value].length >= 10,
  'password-guessable': ({ value }) => !mostUsed.has(value.toLowerCase()),
  repeat: ({ value, form }) => value === form.elements.password.value,
};

const checksOf = (input) => JSON.parse(input.dataset.checks ?? '{}');
const isShown = (input) => input.offsetParent !== null;

/** The sentence for what is wrong with an input; null when nothing is. */
const problemOf = (input) => {
  const failed = Object.entries(checksOf(input)).find(([check]) => !PASSES[check](input));
  return failed ? failed[1] : null;
};

/** Writes the sentence below its input, or takes away what is there. */
function show(input, sentence) {
  const id = `${input.name}-problem`;
  let place = document.getElementById(id);
  const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one && one !== id);
  if (sentence === null) {
    place?.remove();
    input.removeAttribute('aria-invalid');
  } else {
    if (!place) {
      place = document.createElement('p');
      place.id = id;
      place.className = 'problem';
      input.closest('.field').append(place);
    }
    place.textContent = sentence;
    input.setAttribute('aria-invalid', 'true');
    others.push(id);
  }
  if (others.length > 0) input.setAttribute('aria-describedby', others.join(' '));
  else input.removeAttribute('aria-describedby');
}

/** Writes what was typed in its form and leaves the caret behind the same digit. */
function mask(input) {
  let { value } = input;
  let caret = input.selectionStart ?? value.length;
  const code = value.indexOf(`+${HOME}`);
  if (code > 0) {
    // Typed ahead of the code that stood there.
    value = `+${HOME}${value.slice(0, code)}${value.slice(code + 4)}`;
    caret = Math.min(value.length, caret + 4);
  }
  const before = digitsOf(value.slice(0, caret)).length;
  const atEnd = caret === value.length;
  const written = MASKS[input.dataset.mask](value);
  if (written === input.value) return;
  const grown = digitsOf(written).length - digitsOf(value).length;
  input.value = written;
  let at = 0;
  for (let seen = 0; seen < before + Math.max(0, grown) && at < written.length; at += 1)
    if (/\d/.test(written[at])) seen += 1;
  const place = atEnd ? written.length : at;
  input.setSelectionRange(place, place);
}

/** Deleting at the space of a group takes the digit before it: the space comes back by itself. */
function deleteAcrossGap(event) {
  const input = event.target;
  const { selectionStart: at, selectionEnd: end, value } = input;
  if (event.inputType !== 'deleteContentBackward' || at !== end || value[at - 1] !== ' ' || at <= 5) return;
  event.preventDefault();
  input.value = value.slice(0, at - 2) + value.slice(at);
  input.setSelectionRange(at - 2, at - 2);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

for (const input of document.querySelectorAll('input[data-mask]')) {
  input.addEventListener('input', () => mask(input));
  if (input.dataset.mask === 'phone') {
    input.addEventListener('beforeinput', deleteAcrossGap);
    if (input.value.trim() !== '') mask(input);
  }
}

for (const button of document.querySelectorAll('button.reveal')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  const reveal = (shown) => {
    input.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    reveal(input.type === 'password');
    input.focus();
  });
  // Browsers keep what was typed into a shown field among ordinary words.
  input.form.addEventListener('submit', () => reveal(false));
}

/** A sentence that appears while a button is pressed would move it from under the pointer: it waits for the release. */
let pressed = false;
const waiting = new Set();
const checkLeft = (input) => {
  // An empty field is no mistake before the form is sent.
  if (PASSES.required(input)) show(input, problemOf(input));
};
addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel'])
  addEventListener(
    end,
    () => {
      pressed = false;
      // After the click that follows.
      setTimeout(() => {
        for (const input of waiting) checkLeft(input);
        waiting.clear();
      });
    },
    true,
  );

for (const form of document.querySelectorAll('form[novalidate]')) {
  const inputs = () => [...form.querySelectorAll('input[data-checks]')].filter(isShown);
  form.addEventListener('submit', (event) => {
    // A language is chosen: nothing typed so far is judged.
    if (event.submitter?.name === 'switch') return;
    const wrong = inputs().filter((input) => {
      const sentence = problemOf(input);
      show(input, sentence);
      return sentence !== null;
    });
    if (wrong.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wrong[0].focus();
  });
  form.addEventListener('input', ({ target }) => {
    if (target.getAttribute('aria-invalid') && problemOf(target) === null) show(target, null);
  });
  form.addEventListener('focusout', ({ target }) => {
    if (!target.dataset?.checks) return;
    if (pressed) waiting.add(target);
    else checkLeft(target);
  });
}
