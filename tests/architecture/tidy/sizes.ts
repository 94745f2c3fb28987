/** Enforced for the product; median and p90 are a compass and are printed. */
export const LINE_LIMIT = 500;

/** Tests list cases; a file of them may be longer. */
const TEST_LINE_LIMIT = 800;

const limitOf = (file: string) => (file.startsWith('tests/') ? TEST_LINE_LIMIT : LINE_LIMIT);

/** Files that may be longer, each with its reason. */
export const LONGER: Readonly<Record<string, string>> = {};

export interface Sizes {
  readonly count: number;
  readonly median: number;
  readonly p90: number;
  readonly tooLong: string[];
}

/** Lines per file over a set of sources. */
export function sizesOf(
  files: ReadonlyMap<string, string>,
  longer: Readonly<Record<string, string>> = LONGER,
): Sizes {
  const lengths = [...files].map(([file, source]) => ({ file, lines: source.trimEnd().split('\n').length }));
  lengths.sort((a, b) => a.lines - b.lines);
  const at = (share: number) =>
    lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))]?.lines ?? 0;
  const tooLong = lengths.filter(({ file, lines }) => lines > limitOf(file) && !(file in longer));
  return {
    count: lengths.length,
    median: at(0.5),
    p90: at(0.9),
    tooLong: tooLong.map(({ file, lines }) => `${file} has ${lines} lines, the limit is ${limitOf(file)}`),
  };
}
