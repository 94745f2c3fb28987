import { checkFiles, type CheckedFile } from '#shared/trust/check-files.ts';
import type { ListedKey } from '#shared/trust/signed-statement.ts';
import { hasCamera, openCamera, type Camera } from './camera.ts';
import { readGiven, type Given } from './read-given.ts';
import { element, resultOf, textsOf, type Shown } from './verify-results.ts';

/**
 * The page /verify, in one file with its keys and texts: it works from a disk without any network, and asks for nothing. Plain DOM, so
 * that it is small enough to be read.
 */
interface PageData extends Shown {
  keys: ListedKey[];
  /** The signed list of cancelled protocols, as it was when the page came. */
  status: unknown;
}

interface State extends PageData {
  checked: readonly CheckedFile[];
  busy: boolean;
  /** Looks for a code. */
  camera: Camera | null;
  /** A text of the page about the camera. */
  cameraProblem: boolean;
  /** This browser has the signatures' algorithm. */
  able: boolean;
}

function keysOf(state: State): HTMLElement {
  const t = textsOf(state);
  const details = element('details');
  details.append(element('summary', t('keys.title')), element('p', t('keys.text')));
  const list = element('ul');
  for (const { kid, listed_at: from, retired_at: to, revoked_at: revoked } of state.keys) {
    const item = element('li');
    item.append(element('code', kid), ` ${from.slice(0, 10)} – ${to?.slice(0, 10) ?? t('keys.present')}`);
    if (revoked !== null) item.append(` (${t('keys.revoked')})`);
    list.append(item);
  }
  details.append(list);
  return details;
}

function languagesOf(state: State, change: (more: Partial<State>) => void): HTMLElement {
  const nav = element('nav', '', { 'aria-label': textsOf(state)('language') });
  for (const [language, { name }] of Object.entries(state.languages)) {
    const button = element('button', name, {
      type: 'button',
      lang: language,
      'aria-pressed': String(language === state.language),
    });
    button.addEventListener('click', () => change({ language }));
    nav.append(button);
  }
  return nav;
}

function chooserOf(state: State, check: (files: readonly File[]) => void): HTMLElement {
  const t = textsOf(state);
  const label = element('label', '', { class: 'drop' });
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, disabled: state.busy || !state.able });
  input.addEventListener('change', () => check([...(input.files ?? [])]));
  label.append(element('strong', t(state.busy ? 'checking' : 'choose')), element('span', t('drop')), input);
  return label;
}

/** Ways to give a signed code without a file: its text, and the camera. */
function codeOf(state: State, checkText: (text: string) => void, look: () => void): HTMLElement {
  const t = textsOf(state);
  const form = element('form', '', { class: 'code' });
  const label = element('label', t('code.text'));
  const input = document.createElement('textarea');
  Object.assign(input, { rows: 2, spellcheck: false, autocomplete: 'off' });
  label.append(input);
  const submit = element('button', t('code.check'), { type: 'submit' }) as HTMLButtonElement;
  submit.disabled = state.busy || !state.able;
  form.append(label, submit);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    checkText(input.value);
  });
  if (hasCamera() && state.able) {
    const button = element('button', t(state.camera ? 'code.stop' : 'code.camera'), { type: 'button' });
    button.addEventListener('click', look);
    form.append(button);
  }
  if (state.cameraProblem) form.append(element('p', t('code.noCamera'), { role: 'alert' }));
  if (state.camera) form.append(state.camera.video);
  return form;
}

interface Actions {
  change(more: Partial<State>): void;
  check(files: readonly File[]): void;
  checkText(text: string): void;
  look(): void;
}

function draw(state: State, { change, check, checkText, look }: Actions) {
  const t = textsOf(state);
  document.documentElement.lang = state.language;
  document.title = t('title');
  const main = element('main');
  main.append(languagesOf(state, change), element('h1', t('title')), element('p', t('lead')));
  if (!state.able) main.append(element('p', t('unable'), { role: 'alert', class: 'verdict' }));
  main.append(chooserOf(state, check), codeOf(state, checkText, look));
  const results = element('section', '', { 'aria-live': 'polite', 'aria-label': t('results') });
  results.append(...state.checked.map((file) => resultOf(file, state)));
  main.append(results, element('p', t('offline')));
  if (location.protocol.startsWith('http')) {
    // In the language that was chosen here.
    const href = `${location.pathname}?lang=${state.language}`;
    main.append(element('a', t('save'), { href, download: 'savdo-verify.html' }));
  }
  main.append(keysOf(state));
  document.body.replaceChildren(main);
}

/** Whether this browser can check signatures: Ed25519 came to browsers in 2023 to 2025. */
async function canVerify([key]: readonly ListedKey[]): Promise<boolean> {
  if (key === undefined) return false;
  try {
    const { kty, crv, x } = key;
    await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
    return true;
  } catch {
    // An older browser, or a page that came by http: not retried, the page says so.
    return false;
  }
}

function start(data: PageData, able: boolean): void {
  let state: State = { ...data, checked: [], busy: false, camera: null, cameraProblem: false, able };
  const change = (more: Partial<State>) => {
    state = { ...state, ...more };
    draw(state, { change, check, checkText, look });
  };
  const show = (read: Promise<readonly Given[]>) => {
    change({ busy: true });
    void read
      .then((given) => checkFiles(given, state.keys, state.status))
      .then((checked) => change({ checked }))
      .finally(() => change({ busy: false }));
  };
  const check = (files: readonly File[]) => {
    if (files.length > 0) show(Promise.all(files.map(readGiven)));
  };
  const checkText = (text: string) => {
    const name = textsOf(state)('code.name');
    if (text.trim() !== '') show(Promise.resolve([{ name, text }]));
  };
  const look = () => {
    if (state.camera) {
      state.camera.stop();
      change({ camera: null });
      return;
    }
    openCamera((text) => {
      change({ camera: null });
      checkText(text);
    }).then(
      (camera) => change({ camera, cameraProblem: false }),
      // Not retried: there is none, or the person denied it; the page says so.
      () => change({ cameraProblem: true }),
    );
  };
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (state.able) check([...(event.dataTransfer?.files ?? [])]);
  });
  change({});
}

async function open(): Promise<void> {
  const data = JSON.parse(document.getElementById('verify-data')?.textContent ?? '') as PageData;
  start(data, await canVerify(data.keys));
}

void open();
