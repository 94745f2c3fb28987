/** What a field makes of what is typed or pasted. Pure: the same text gives the same shown text, and shown text stays itself. */
export interface InputFilter {
  /** The text as the field shows it. */
  show: (text: string) => string;
  /** True for characters the person typed, false for the spaces the filter puts between groups. */
  counts: (character: string) => boolean;
}

interface Edit {
  /** Shown before the edit. */
  before: string;
  /** What the browser made of the edit, and where it left the caret. */
  typed: string;
  caret: number;
  /** `inputType` of the browser's event, where it names one. */
  kind?: string | undefined;
}

const counted = (filter: InputFilter, text: string) => [...text].filter(filter.counts).length;

/** Index behind the n-th character that counts. */
function behind(filter: InputFilter, text: string, n: number): number {
  if (n === 0) return 0;
  let left = n;
  for (let index = 0; index < text.length; index += 1) {
    if (filter.counts(text[index] ?? '') && --left === 0) return index + 1;
  }
  return text.length;
}

/** Deleting a space between groups means the digit beyond it: otherwise the key would do nothing. */
function throughSpaces(filter: InputFilter, { before, typed, caret, kind }: Edit): Edit {
  const onlySpace = typed.length === before.length - 1 && filter.show(typed) === before;
  if (!onlySpace || !kind?.startsWith('deleteContent')) return { before, typed, caret, kind };
  let at = caret;
  if (kind === 'deleteContentBackward') {
    for (at = caret - 1; at >= 0 && !filter.counts(typed[at] ?? '');) at -= 1;
  } else while (at < typed.length && !filter.counts(typed[at] ?? '')) at += 1;
  if (at < 0 || at >= typed.length) return { before, typed, caret, kind };
  const moved = at < caret ? at : caret;
  return { before, typed: typed.slice(0, at) + typed.slice(at + 1), caret: moved, kind };
}

/** Text and caret after an edit: the caret stays behind the same characters of the person, wherever groups move. */
export function applyEdit(filter: InputFilter, edit: Edit): { text: string; caret: number } {
  const { typed, caret } = throughSpaces(filter, edit);
  const text = filter.show(typed);
  if (caret >= typed.length) return { text, caret: text.length };
  // What the filter drops before the caret counts no more; what it adds (a country code) counts.
  const afterCaret = counted(filter, typed.slice(caret));
  const all = counted(filter, text);
  const dropped = counted(filter, typed) > all;
  const n = dropped ? counted(filter, filter.show(typed.slice(0, caret))) : Math.max(0, all - afterCaret);
  return { text, caret: behind(filter, text, n) };
}
