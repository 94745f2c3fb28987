import { checkFiles, type CheckedFile } from '#shared/trust/check-files.ts';
import type { ListedKey } from '#shared/trust/signed-statement.ts';

/**
 * The page /verify, in one file with its keys and texts: it works from a disk without any network, and asks for nothing. Plain DOM, so
 * that it is small enough to be read.
 */
type Texts = Record<string, string>;

interface PageData {
  language: string;
  languages: Record<string, { name: string; texts: Texts }>;
  keys: ListedKey[];
}

interface State extends PageData {
  checked: readonly CheckedFile[];
  busy: boolean;
  /** This browser has the signatures' algorithm. */
  able: boolean;
}

const LARGEST_FILE = 200 * 1024 * 1024;

function element(name: string, text = '', attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const textsOf = ({ language, languages }: PageData): ((key: string) => string) => {
  const texts = languages[language]?.texts ?? {};
  return (key) => texts[key] ?? key;
};

const moneyOf = (tiyin: number | null, language: string): string =>
  tiyin === null
    ? '—'
    : `${new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(tiyin / 100)} UZS`;

/** Microseconds are part of what is stated: two bids may differ by nothing else. */
function timeOf(us: number | null, language: string): string {
  if (us === null) return '—';
  const day = new Intl.DateTimeFormat(language, {
    timeZone: 'Asia/Tashkent',
    dateStyle: 'long',
    timeStyle: 'medium',
  });
  return `${day.format(us / 1_000)} (.${String(us % 1_000_000).padStart(6, '0')}, UTC+5)`;
}

function factsOf(file: CheckedFile, state: State): [string, string][] {
  const t = textsOf(state);
  const { receipt, log } = file;
  const money = (tiyin: number | null) => moneyOf(tiyin, state.language);
  const time = (us: number | null) => timeOf(us, state.language);
  if (receipt)
    return [
      [t('fact.lot'), String(receipt.lotId)],
      [t('fact.participant'), receipt.number === null ? '—' : String(receipt.number)],
      [t(`bids.command.${receipt.command}`), receipt.amountTiyin === null ? '' : money(receipt.amountTiyin)],
      [
        t('fact.verdict'),
        receipt.reason === null
          ? t(`bids.verdict.${receipt.verdict}`)
          : `${t(`bids.verdict.${receipt.verdict}`)}: ${t(`bids.reason.${receipt.reason}`)}`,
      ],
      [t('fact.received'), time(receipt.receivedAtUs)],
      [t('fact.decided'), time(receipt.decidedAtUs)],
      [t('fact.least'), money(receipt.leastTiyin)],
      [t('fact.deadline'), time(receipt.deadlineUs)],
      [t('fact.entry'), receipt.seq === null ? '—' : String(receipt.seq)],
      [t('fact.hash'), receipt.logHash ?? '—'],
    ];
  if (!log) return [];
  return [
    [t('fact.lot'), String(log.lotId)],
    [t('fact.outcome'), t(`outcome.${log.outcome}`)],
    [t('fact.winner'), log.winnerNumber === null ? '—' : String(log.winnerNumber)],
    [t('fact.price'), money(log.priceTiyin)],
    [t('fact.end'), time(log.deadlineUs)],
    [t('fact.entries'), String(log.entries)],
    [t('fact.hash'), log.publicHead],
  ];
}

function resultOf(file: CheckedFile, state: State): HTMLElement {
  const t = textsOf(state);
  const kind = file.receipt ? 'receipt' : 'log';
  const article = element('article', '', { 'data-proven': String(file.proven) });
  article.append(element('h2', file.name));
  const verdict = file.problem
    ? `${t(`problem.${file.problem.kind}`)}${file.problem.seq === undefined ? '' : ` (${t('fact.entry')}: ${file.problem.seq})`}`
    : t(`proven.${kind}`);
  article.append(element('p', `${file.proven ? '✓' : '✗'} ${verdict}`, { class: 'verdict', role: 'status' }));
  const facts = factsOf(file, state);
  if (facts.length > 0) {
    if (!file.proven) article.append(element('p', t('notToBelieve')));
    const list = element('dl');
    for (const [name, value] of facts) list.append(element('dt', name), element('dd', value));
    article.append(list);
  }
  if (file.proven) {
    const proven = element('ul');
    for (const key of [
      `means.${kind}`,
      ...(file.committed ? ['means.committed'] : []),
      ...(file.receipt ? [file.compared ? 'means.compared' : 'open.compared'] : []),
      `open.${kind}`,
    ])
      proven.append(element('li', t(key)));
    article.append(proven);
  }
  return article;
}

function keysOf(state: State): HTMLElement {
  const t = textsOf(state);
  const details = element('details');
  details.append(element('summary', t('keys.title')), element('p', t('keys.text')));
  const list = element('ul');
  for (const { kid, listed_at: from, retired_at: to } of state.keys) {
    const item = element('li');
    item.append(element('code', kid), ` ${from.slice(0, 10)} – ${to?.slice(0, 10) ?? t('keys.present')}`);
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

function draw(state: State, change: (more: Partial<State>) => void, check: (files: readonly File[]) => void) {
  const t = textsOf(state);
  document.documentElement.lang = state.language;
  document.title = t('title');
  const main = element('main');
  main.append(languagesOf(state, change), element('h1', t('title')), element('p', t('lead')));
  if (!state.able) main.append(element('p', t('unable'), { role: 'alert', class: 'verdict' }));
  main.append(chooserOf(state, check));
  const results = element('section', '', { 'aria-live': 'polite', 'aria-label': t('results') });
  results.append(...state.checked.map((file) => resultOf(file, state)));
  main.append(results, element('p', t('offline')));
  if (location.protocol.startsWith('http'))
    main.append(element('a', t('save'), { href: location.pathname, download: 'savdo-verify.html' }));
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

async function start(): Promise<void> {
  const data = JSON.parse(document.getElementById('verify-data')?.textContent ?? '') as PageData;
  let state: State = { ...data, checked: [], busy: false, able: await canVerify(data.keys) };
  const change = (more: Partial<State>) => {
    state = { ...state, ...more };
    draw(state, change, check);
  };
  const check = (files: readonly File[]) => {
    if (files.length === 0) return;
    change({ busy: true });
    void checkAll(files, state.keys)
      .then((checked) => change({ checked }))
      .finally(() => change({ busy: false }));
  };
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (state.able) check([...(event.dataTransfer?.files ?? [])]);
  });
  change({});
}

async function checkAll(files: readonly File[], keys: readonly ListedKey[]): Promise<CheckedFile[]> {
  const read = await Promise.all(
    files.map(async (file) => ({ name: file.name, text: file.size > LARGEST_FILE ? '' : await file.text() })),
  );
  return checkFiles(read, keys);
}

void start();
