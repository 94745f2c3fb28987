import { Refused } from '../inspection.ts';
import { PdfDict, PdfName, PdfReference, type PdfValue } from './pdf-values.ts';

/** Values nested directly in one another; deeper ones refer to each other. */
const DEPTH = 100;
/** Letters of a string that cost as much as one more value. */
const LETTERS_A_STEP = 64;

/** Steps that reading a file may take; a real document of 10 MB takes some hundred thousand. */
export class Work {
  #left: number;
  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws Refused */
  take(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Refused('files.too-complex');
  }
}

const codesOf = (letters: string): ReadonlySet<number> =>
  new Set([...letters].map((each) => each.charCodeAt(0)));
const SPACE = codesOf('\0\t\n\f\r ');
const DELIMITER = codesOf('()<>[]{}/%');
const ENDS_WORD = new Set([...SPACE, ...DELIMITER]);
/** Also those that some programs write and readers correct, as `--5`. */
const NUMBER = /^[+\-.\d]+$/;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const [PERCENT, SLASH, OPEN, CLOSE, BACKSLASH] = [0x25, 0x2f, 0x28, 0x29, 0x5c];
const [LESS, MORE, LIST, LIST_END] = [0x3c, 0x3e, 0x5b, 0x5d];
const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Reads values of PDF from bytes, one after the other, within a bounded depth and a bounded amount of work. */
export class PdfReader {
  readonly bytes: Buffer;
  at: number;
  readonly #work: Work;
  constructor(bytes: Buffer, at: number, work: Work) {
    this.bytes = bytes;
    this.at = at;
    this.#work = work;
  }

  skipSpace(): void {
    const from = this.at;
    for (; this.at < this.bytes.length; this.at += 1) {
      const code = this.bytes[this.at]!;
      if (code === PERCENT) this.#skipLine();
      else if (!SPACE.has(code)) break;
    }
    this.#work.take((this.at - from) / LETTERS_A_STEP);
  }

  #skipLine(): void {
    for (; this.at < this.bytes.length; this.at += 1) {
      const code = this.bytes[this.at];
      if (code === LINE_FEED || code === RETURN) return;
    }
  }

  /** A word of letters up to the next space or delimiter; empty where there is none. */
  word(): string {
    this.skipSpace();
    const from = this.at;
    while (this.at < this.bytes.length && !ENDS_WORD.has(this.bytes[this.at]!)) this.at += 1;
    this.#work.take(1 + (this.at - from) / LETTERS_A_STEP);
    return this.bytes.toString('latin1', from, this.at);
  }

  /** @throws Refused where no value begins here, or one that does not end */
  value(depth = 0): PdfValue {
    this.#work.take();
    if (depth > DEPTH) throw new Refused('files.too-complex');
    this.skipSpace();
    const code = this.bytes[this.at];
    if (code === SLASH) return this.#name();
    if (code === OPEN) return this.#string();
    if (code === LESS) return this.bytes[this.at + 1] === LESS ? this.#dict(depth) : this.#hexString();
    if (code === LIST) return this.#array(depth);
    return this.#numberOrWord(depth);
  }

  /** A whole number without a sign. @throws Refused */
  count(): number {
    const word = this.word();
    if (!/^\d{1,10}$/.test(word)) throw new Refused('files.damaged');
    return Number(word);
  }

  /** Whether these letters come next. */
  follows(letters: string): boolean {
    return this.bytes.toString('latin1', this.at, this.at + letters.length) === letters;
  }

  #name(): PdfName {
    this.at += 1;
    const from = this.at;
    while (this.at < this.bytes.length && !ENDS_WORD.has(this.bytes[this.at]!)) this.at += 1;
    this.#work.take((this.at - from) / LETTERS_A_STEP);
    const written = this.bytes.toString('latin1', from, this.at);
    return new PdfName(
      written.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  #string(): string {
    const from = this.at + 1;
    let open = 1;
    for (this.at = from; open > 0; this.at += 1) {
      const code = this.bytes[this.at];
      if (code === undefined) throw new Refused('files.damaged');
      if (code === BACKSLASH) this.at += 1;
      else if (code === OPEN) open += 1;
      else if (code === CLOSE) open -= 1;
    }
    this.#work.take((this.at - from) / LETTERS_A_STEP);
    return this.bytes
      .toString('latin1', from, this.at - 1)
      .replace(/\\(?:([0-7]{1,3})|\r\n?|\n|([^]))/g, (_, octal?: string, letter?: string) =>
        octal === undefined
          ? letter === undefined
            ? ''
            : (ESCAPED[letter] ?? letter)
          : String.fromCharCode(Number.parseInt(octal, 8) % 256),
      );
  }

  #hexString(): string {
    const end = this.bytes.indexOf('>', this.at);
    if (end < 0) throw new Refused('files.damaged');
    this.#work.take((end - this.at) / LETTERS_A_STEP);
    const digits = this.bytes.toString('latin1', this.at + 1, end).replace(/[^\da-f]/gi, '');
    this.at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
  }

  #array(depth: number): PdfValue[] {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === LIST_END) break;
      items.push(this.value(depth + 1));
    }
    this.at += 1;
    return items;
  }

  #dict(depth: number): PdfDict {
    this.at += 2;
    const entries: [string, PdfValue][] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === MORE && this.bytes[this.at + 1] === MORE) break;
      if (this.bytes[this.at] !== SLASH) throw new Refused('files.damaged');
      entries.push([this.#name().text, this.value(depth + 1)]);
    }
    this.at += 2;
    const isStream = depth === 0 && this.#streamFollows();
    return new PdfDict(entries, isStream);
  }

  #streamFollows(): boolean {
    const before = this.at;
    this.skipSpace();
    if (this.follows('stream')) return true;
    this.at = before;
    return false;
  }

  /** `12`, `12 0 R`, `true`, `null`; an object without a value is null. */
  #numberOrWord(depth: number): PdfValue {
    const word = this.word();
    if (depth === 0 && word === 'endobj') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!NUMBER.test(word)) throw new Refused('files.damaged');
    const after = this.at;
    if (/^\d+$/.test(word) && /^\d+$/.test(this.word()) && this.word() === 'R')
      return new PdfReference(Number(word));
    this.at = after;
    return Number(word) || 0;
  }
}
