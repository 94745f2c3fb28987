import type { CheckedFile } from '#shared/trust/check-files.ts';

type Texts = Record<string, string>;

/** What the page shows in: one of its languages. */
export interface Shown {
  language: string;
  languages: Record<string, { name: string; texts: Texts }>;
}

export function element(name: string, text = '', attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export const textsOf = ({ language, languages }: Shown): ((key: string) => string) => {
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

function factsOf(file: CheckedFile, state: Shown): [string, string][] {
  const t = textsOf(state);
  const { receipt, log, protocol, list, force } = file;
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
  if (protocol)
    return [
      [t('fact.protocol'), protocol.number],
      [t('fact.lot'), String(protocol.lotId)],
      [t('fact.outcome'), t(`cause.${protocol.cause}`)],
      [t('fact.price'), money(protocol.priceTiyin)],
      [t('fact.buyer'), protocol.winner ?? '—'],
      [t('fact.winner'), protocol.winnerNumber === null ? '—' : String(protocol.winnerNumber)],
      [t('fact.date'), protocol.date],
      [t('fact.journal'), protocol.journalHead ?? '—'],
      ...(force === null ? [] : [forceOf(force, state)]),
    ];
  if (list)
    return [
      [t('fact.asOf'), time(Date.parse(list.asOf) * 1_000)],
      [t('fact.cancelled'), String(list.cancelled.length)],
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

function forceOf({ asOf, cancelledOn }: NonNullable<CheckedFile['force']>, state: Shown): [string, string] {
  const t = textsOf(state);
  const time = timeOf(Date.parse(asOf) * 1_000, state.language);
  if (cancelledOn !== null) return [t('fact.force'), `${t('force.cancelled')} ${cancelledOn}`];
  return [t('fact.force'), `${t('force.active')} ${time}`];
}

const kindOf = ({ receipt, log, protocol, list }: CheckedFile) =>
  receipt ? 'receipt' : protocol ? 'protocol' : list && !log ? 'list' : 'log';

function problemText(
  { kind, seq, revokedOn }: NonNullable<CheckedFile['problem']>,
  t: (key: string) => string,
): string {
  const text = t(`problem.${kind}`);
  if (revokedOn !== undefined) return `${text} (${t('fact.revokedOn')}: ${revokedOn})`;
  return seq === undefined ? text : `${text} (${t('fact.entry')}: ${seq})`;
}

/** What a file is, what that proves and what it does not. */
export function resultOf(file: CheckedFile, state: Shown): HTMLElement {
  const t = textsOf(state);
  const kind = kindOf(file);
  const cancelled = file.proven && typeof file.force?.cancelledOn === 'string';
  const article = element('article', '', { 'data-proven': String(file.proven && !cancelled) });
  article.append(element('h2', file.name));
  const verdict = file.problem
    ? problemText(file.problem, t)
    : t(cancelled ? 'proven.cancelled' : `proven.${kind}`);
  article.append(
    element('p', `${file.proven && !cancelled ? '✓' : '✗'} ${verdict}`, { class: 'verdict', role: 'status' }),
  );
  if (file.problem?.kind === 'revoked-code' && file.protocol && location.protocol.startsWith('http')) {
    const href = `/check-protocol?${new URLSearchParams({ number: file.protocol.number })}`;
    article.append(element('a', t('checkOnline'), { href }));
  }
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
      ...(file.receipt ? [file.included ? 'means.included' : 'open.included'] : []),
      ...(file.receipt ? [file.compared ? 'means.compared' : 'open.compared'] : []),
      ...(file.protocol && file.compared ? ['means.sameResult'] : []),
      `open.${kind}`,
    ])
      proven.append(element('li', t(key)));
    article.append(proven);
  }
  return article;
}
