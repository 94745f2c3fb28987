import { cellsOf, delimiterOf, isDamaged, namedDelimiter } from './cells.ts';
import { ROW_LETTERS, type RowFault, type TableRow } from './table-row.ts';

/** Lines from which the delimiter is recognised. */
const SAMPLE_LINES = 50;
/** Lines that a quoted cell may have. */
const QUOTED_LINES_MAX = 100;

/**
 * What a quotation mark that is not closed breaks. `rows`: all lines up to the next one, so that no part of a row is taken for a
 * row. `line`: its own line, where a row beside it is seen by its day and sum.
 */
export type OpenQuote = 'rows' | 'line';

interface Line {
  number: number;
  text: string;
  /** The rest of it was left out. */
  tooLong: boolean;
  /** The file ends without a line break after it. */
  unfinished: boolean;
  readBytes: number;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder(encoding);
  let number = 0;
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
      number += 1;
      yield {
        number,
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
  for await (const chunk of chunks) {
    readBytes += chunk.length;
    yield* take(decoder.decode(chunk, { stream: true }));
  }
  yield* take(decoder.decode());
  if (open !== '') yield { number: number + 1, text: open, tooLong, unfinished: true, readBytes };
}

/** Lines with a look ahead: those of a quoted cell that is not closed are given back. */
function ahead(lines: AsyncGenerator<Line>) {
  const queue: Line[] = [];
  return {
    /** So many lines from here; fewer at the end of the file. */
    async peek(count: number): Promise<readonly Line[]> {
      while (queue.length < count) {
        const next = await lines.next();
        if (next.done) break;
        queue.push(next.value);
      }
      return queue.slice(0, count);
    },
    take: (count: number): Line[] => queue.splice(0, count),
  };
}

/** A record of the first of these lines, or of several where a quoted cell has line breaks. */
interface Joined {
  count: number;
  whole: string;
  found: ReturnType<typeof cellsOf>;
}

async function joined(
  lines: ReturnType<typeof ahead>,
  delimiter: string,
  openQuote: OpenQuote,
): Promise<Joined> {
  const [first] = await lines.peek(1);
  let whole = first!.text;
  let count = 1;
  let found = first!.tooLong ? null : cellsOf(whole, delimiter);
  while (!found && count < QUOTED_LINES_MAX && whole.length <= ROW_LETTERS) {
    const last = (await lines.peek(count))[count - 1]!;
    if (last.tooLong || last.unfinished) break;
    const next = (await lines.peek(count + 1))[count];
    if (!next) break;
    count += 1;
    whole += `\n${next.text}`;
    found = next.tooLong ? null : cellsOf(whole, delimiter);
  }
  // What the next quotation mark closes is no cell: the first line is broken alone, and the others are rows.
  const isCell = found && (!found.broken || count === 1);
  if (openQuote === 'line' && !isCell) return { count: 1, whole: first!.text, found: null };
  return { count, whole, found };
}

/**
 * Rows of a table that is text, in their order. Empty lines are left out. A row is whole or has a fault.
 * @throws faults of reading
 */
export async function* textRows(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, openQuote }: { encoding: string; openQuote: OpenQuote },
): AsyncGenerator<TableRow> {
  const lines = ahead(linesOf(chunks, encoding));
  let delimiter: string | null = null;
  for (;;) {
    const [first] = await lines.peek(1);
    if (!first) return;
    if (first.text.trim() === '' && !first.tooLong) {
      lines.take(1);
      continue;
    }
    if (delimiter === null) {
      delimiter = namedDelimiter(first.text);
      if (delimiter !== null) {
        lines.take(1);
        continue;
      }
      const sample = await lines.peek(SAMPLE_LINES);
      delimiter = delimiterOf(sample.filter(({ text }) => text.trim() !== '').map(({ text }) => text));
    }
    const { count, whole, found } = await joined(lines, delimiter, openQuote);
    const last = lines.take(count).at(-1)!;
    const cells = found?.cells ?? [];
    if (!found?.broken && found && cells.every((cell) => cell === '')) continue;
    yield {
      line: first.number,
      lastLine: last.number,
      readBytes: last.readBytes,
      cells,
      text: whole.slice(0, ROW_LETTERS),
      fault: faultOf({ whole, last, found }),
    };
  }
}

function faultOf({
  whole,
  last,
  found,
}: {
  whole: string;
  last: Line;
  found: Joined['found'];
}): RowFault | null {
  if (last.tooLong || whole.length > ROW_LETTERS) return 'row-too-long';
  if (!found || found.broken) return 'quote';
  if (isDamaged(whole)) return 'damaged';
  return last.unfinished ? 'unfinished' : null;
}
