/** A field of MT940: its tag, and its lines as the file has them. */
export interface Field {
  row: number;
  tag: string;
  lines: string[];
  /** The row before it is full: a bank that breaks a purpose there may have broken it off before a colon. */
  isUncertain: boolean;
}

/** A row that belongs to no field. */
export interface StrayRow {
  row: number;
  text: string;
}

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/;
/** Letters of a full line of a text: it goes on in the next one, also amid a word. */
const LINE_LETTERS = 65;
/** `:86:` */
const TAG_LETTERS = 4;
/** What may follow the text of a line: another line, balances, or the head of another statement. */
const MOVEMENT = /^:61:\d{4}/;
const BALANCE = /^:6[0245][FM]?:\s*[CD]\s*\d/;
const isEnvelopeEnd = (line: string): boolean => /^-(?:\}(?:\{5:.*)?)?$/.test(line.trim());
/** The envelope of SWIFT: {1:…}{2:…}{4: before the fields. */
const withoutEnvelope = (line: string): string => line.replace(/^\{1:.*\{4:/, '').replace(/^\{4:/, '');

/** As long as a line of a text gets, with its tag or without. */
const isFull = (row: string): boolean => row.length >= LINE_LETTERS;

/**
 * Fields of a file. A tag begins one only where the order of fields allows it: lines of a purpose may begin with colons too, and
 * they belong to the purpose.
 * @param inText rows (from 1) that go on with the text above them, whatever they look like
 */
export function fieldsOf(
  text: string,
  inText: ReadonlySet<number> = new Set(),
): { fields: Field[]; stray: StrayRow[] } {
  const fields: Field[] = [];
  const stray: StrayRow[] = [];
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  let open = false;
  const beginsStatement = (at: number): boolean =>
    rows.slice(at + 1, at + 3).some((line) => /^:(?:2[15]|28C?):/.test(line));

  const isTag = (tag: string, line: string, at: number): boolean => {
    if (inText.has(at + 1)) return false;
    const isInText = open && fields.at(-1)?.tag === '86';
    if (!isInText || tag === '86' || tag === 'NS') return true;
    if (tag === '20') return beginsStatement(at);
    return MOVEMENT.test(line) || BALANCE.test(line);
  };

  for (const [at, row] of rows.entries()) {
    const line = withoutEnvelope(row);
    const tagged = TAG.exec(line);
    const tag = tagged?.[1] ?? '';
    if (tagged && isTag(tag, line, at)) {
      const isUncertain = tag !== '86' && at > 0 && isFull(rows[at - 1]!);
      fields.push({ row: at + 1, tag, lines: [tagged[2]!], isUncertain });
      open = true;
    } else if (isEnvelopeEnd(line) && isLastLine(rows, at)) open = false;
    else if (line.trim() !== '') {
      if (open) fields.at(-1)!.lines.push(line);
      // Between statements is what a program writes above them.
      else if (fields.length > 0 && line.startsWith(':')) stray.push({ row: at + 1, text: line });
    }
  }
  return { fields, stray };
}

/** A hyphen alone ends a statement where nothing follows, or another statement; otherwise it is part of a text. */
function isLastLine(rows: readonly string[], at: number): boolean {
  if (rows[at]!.trim() !== '-') return true;
  const next = rows.slice(at + 1).find((line) => line.trim() !== '');
  return next === undefined || /^(?:\{|:20:|:25:)/.test(withoutEnvelope(next)) || next.trim().startsWith('{');
}

/** A text and, where the end of one of its lines may be nothing or a space, its other reading. */
export interface JoinedText {
  text: string;
  other: string | null;
}

/**
 * The lines of a text as one. A full line goes on in the next one without a space; the end of a shorter one is a space. Before a
 * code of a structured text it is nothing. Lines that are longer, or full only with their tag, are uncertain.
 */
export function joinedText(lines: readonly string[]): JoinedText {
  const isUncertain = (at: number): boolean =>
    lines[at]!.length > LINE_LETTERS || (at === 0 && lines[at]!.length === LINE_LETTERS - TAG_LETTERS);
  const join = (endOf: (at: number) => string): string =>
    lines.reduce((whole, line, at) => {
      if (at === 0) return line.trimEnd();
      const before = lines[at - 1]!;
      const end = line.startsWith('?') ? '' : before.trimEnd() === before ? endOf(at - 1) : ' ';
      return whole + end + line.trimEnd();
    }, '');
  const end = (at: number): string => (lines[at]!.length === LINE_LETTERS ? '' : ' ');
  return {
    text: join(end),
    other: lines.slice(0, -1).some((_, at) => isUncertain(at))
      ? join((at) => (isUncertain(at) ? '' : end(at)))
      : null,
  };
}
