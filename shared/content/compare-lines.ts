export interface ComparedLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longer texts are compared from the first to the last line that differs, as a whole. */
const MOST_CELLS = 4_000_000;

/** Lines of two texts in one column: what only the older has is removed, what only the newer has is added. */
export function compareLines(older: string, newer: string): ComparedLine[] {
  const [one, two] = [older.split('\n'), newer.split('\n')];
  let start = 0;
  while (start < one.length && start < two.length && one[start] === two[start]) start += 1;
  let end = 0;
  while (
    end < one.length - start &&
    end < two.length - start &&
    one[one.length - 1 - end] === two[two.length - 1 - end]
  )
    end += 1;
  const as = (kind: ComparedLine['kind']) => (text: string) => ({ kind, text });
  return [
    ...one.slice(0, start).map(as('same')),
    ...differing(one.slice(start, one.length - end), two.slice(start, two.length - end)),
    ...one.slice(one.length - end).map(as('same')),
  ];
}

/** By the longest common subsequence of lines. */
function differing(one: readonly string[], two: readonly string[]): ComparedLine[] {
  const columns = two.length + 1;
  const removed = (text: string): ComparedLine => ({ kind: 'removed', text });
  const added = (text: string): ComparedLine => ({ kind: 'added', text });
  if ((one.length + 1) * columns > MOST_CELLS) return [...one.map(removed), ...two.map(added)];
  const common = new Uint32Array((one.length + 1) * columns);
  const at = (i: number, j: number): number => common[i * columns + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = two.length - 1; j >= 0; j -= 1)
      common[i * columns + j] =
        one[i] === two[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < two.length) {
    if (i < one.length && j < two.length && one[i] === two[j]) {
      lines.push({ kind: 'same', text: one[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= two.length || (i < one.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(one[i] ?? ''));
      i += 1;
    } else {
      lines.push(added(two[j] ?? ''));
      j += 1;
    }
  }
  return lines;
}
