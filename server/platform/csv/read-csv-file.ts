import { createReadStream } from 'node:fs';
import { cellsOf, delimiterOf, isDamaged } from './csv-records.ts';
import { encodingOfFile } from './decode-text.ts';

/** Letters of a row; more are a quotation mark that was never closed, or no table at all. */
const ROW_LETTERS = 200_000;
/** Lines that a quoted cell may have. */
const QUOTED_LINES_MAX = 100;

/**
 * Why a record is not read: a quotation mark that is not closed or is followed by something, a letter that cannot be, too
 * many letters, or the end of the file in its midst.
 */
export type RecordFault = 'quote' | 'damaged' | 'row-too-long' | 'unfinished';

export interface FileRecord {
  /** First and last line of the file, from 1. */
  line: number;
  lastLine: number;
  /** Trimmed; empty where they cannot be distinguished. */
  cells: string[];
  fault: RecordFault | null;
  /** Of the file, up to a chunk that holds the record. */
  readBytes: number;
}

interface Line {
  text: string;
  /** The rest of it was left out. */
  tooLong: boolean;
  /** The file ends without a line break after it. */
  unfinished: boolean;
  readBytes: number;
}

async function* linesOf(file: string, encoding: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder(encoding);
  let readBytes = 0;
  let open = '';
  let tooLong = false;
  // A line break of two signs that ends in the next chunk.
  let afterReturn = false;
  const take = function* (given: string): Generator<Line> {
    let text = given;
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') afterReturn = text.endsWith('\r');
    let from = 0;
    for (const found of text.matchAll(/\r\n|\n|\r/g)) {
      const whole = open + text.slice(from, found.index);
      yield {
        text: whole.slice(0, ROW_LETTERS),
        tooLong: tooLong || whole.length > ROW_LETTERS,
        unfinished: false,
        readBytes,
      };
      [open, tooLong, from] = ['', false, found.index + found[0].length];
    }
    if (!tooLong) open += text.slice(from);
    if (open.length > ROW_LETTERS) [open, tooLong] = [open.slice(0, ROW_LETTERS), true];
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    readBytes += chunk.length;
    yield* take(decoder.decode(chunk, { stream: true }));
  }
  yield* take(decoder.decode());
  if (open !== '') yield { text: open, tooLong, unfinished: true, readBytes };
}

/**
 * Records of a CSV file in their order, read in pieces: UTF-8, UTF-16 or Windows-1251, separated by a comma, a semicolon or a
 * tab as its first line is. Empty lines are left out. A record is whole or has a fault: lines that an open quotation mark
 * joins are one record with one fault, so that no part of a row is taken for a row. @throws faults of reading
 */
export async function* readCsvFile(file: string): AsyncGenerator<FileRecord> {
  const lines = linesOf(file, await encodingOfFile(file));
  let number = 0;
  let delimiter: string | null = null;
  for (;;) {
    const next = await lines.next();
    if (next.done) return;
    number += 1;
    const first = next.value;
    if (first.text.trim() === '' && !first.tooLong) continue;
    delimiter ??= delimiterOf(first.text);
    const line = number;
    let last: Line = first;
    let whole = first.text;
    let found = first.tooLong ? null : cellsOf(whole, delimiter);
    while (
      !found &&
      !last.tooLong &&
      !last.unfinished &&
      number - line < QUOTED_LINES_MAX &&
      whole.length <= ROW_LETTERS
    ) {
      const more = await lines.next();
      if (more.done) break;
      number += 1;
      last = more.value;
      whole += `\n${last.text}`;
      found = last.tooLong ? null : cellsOf(whole, delimiter);
    }
    yield {
      ...{
        line,
        lastLine: number,
        readBytes: last.readBytes,
        cells: found && !found.broken ? found.cells : [],
      },
      fault: faultOf({ whole, last, found }),
    };
  }
}

function faultOf(read: { whole: string; last: Line; found: { broken: boolean } | null }): RecordFault | null {
  const { whole, last, found } = read;
  if (last.tooLong || whole.length > ROW_LETTERS) return 'row-too-long';
  if (last.unfinished) return 'unfinished';
  if (!found || found.broken) return 'quote';
  return isDamaged(whole) ? 'damaged' : null;
}
