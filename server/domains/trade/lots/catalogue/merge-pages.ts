/** What a list is sorted by: class of the match, stage of the trade, then the key; of equals the newest lot comes first. */
export interface Sorted {
  id: number;
  match: number;
  stage: number;
  key: number;
}

function compare(a: Sorted, b: Sorted, backwards: boolean): number {
  if (a.match !== b.match) return a.match - b.match;
  const order = a.stage - b.stage || (a.key === b.key ? 0 : a.key < b.key ? -1 : 1) || b.id - a.id;
  return backwards ? -order : order;
}

interface Part {
  /** The lots from `skipped` on, as far as a page may need them. */
  lots: readonly Sorted[];
  skipped: number;
}

/** Ids of a page of two sorted lists in one; a lot that is in both counts once, as the first has it. */
export function mergedPage(
  one: Part,
  other: Part,
  cut: { offset: number; limit: number; backwards: boolean },
): number[] {
  const known = new Set(one.lots.map(({ id }) => id));
  const rest = other.lots.filter(({ id }) => !known.has(id));
  const ids: number[] = [];
  let [i, j] = [0, 0];
  while (i < one.lots.length || j < rest.length) {
    const [a, b] = [one.lots[i], rest[j]];
    const isFirst = a !== undefined && (b === undefined || compare(a, b, cut.backwards) <= 0);
    ids.push(((isFirst ? a : b) as Sorted).id);
    if (isFirst) i += 1;
    else j += 1;
  }
  const begin = cut.offset - one.skipped - other.skipped;
  return ids.slice(begin, begin + cut.limit);
}
