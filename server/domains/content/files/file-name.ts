import { DOCUMENT_TYPES, FILE_NAME_MAX, IMAGE_TYPES } from '#shared/api/cabinet/files.ts';
import { withoutHiddenMarks } from '#shared/text/hidden-marks.ts';
import { Refused } from './inspection/inspection.ts';

/** Not in file names of one system or another. */
const UNUSABLE = /[<>:"/\\|?*]/g;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

const endingsOf = (types: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.values(types).flat();
const KNOWN = {
  image: new Set(endingsOf(IMAGE_TYPES)),
  document: new Set(endingsOf(DOCUMENT_TYPES)),
} as const;

/**
 * The ending that a sender gave must be one of the accepted; which of them does not matter, since the content decides.
 * @throws Refused `files.wrong-ending`
 */
export function checkEnding(name: string, kind: 'image' | 'document'): void {
  const ending = ENDING.exec(name.trim())?.[0].toLowerCase();
  if (!ending || !KNOWN[kind].has(ending)) throw new Refused('files.wrong-ending');
}

/** A name that is safe to show, store and send, with the ending of its content. */
export function safeName(given: string, mediaType: string): string {
  const endings: readonly string[] = { ...DOCUMENT_TYPES, ...IMAGE_TYPES }[
    mediaType as keyof typeof DOCUMENT_TYPES
  ] ?? ['.bin'];
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = withoutHiddenMarks(base).replace(UNUSABLE, '-').trim();
  const had = ENDING.exec(clean)?.[0] ?? '';
  const ending = endings.includes(had.toLowerCase()) ? had.toLowerCase() : (endings[0] ?? '.bin');
  // Names of nothing but dots are folders.
  const stem = (had ? clean.slice(0, -had.length) : clean).replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
  // Whole letters: half of one is none.
  return cut(stem, FILE_NAME_MAX - ending.length) + ending;
}

/** At most so many UTF-16 units, without half a letter at the end. */
function cut(text: string, units: number): string {
  let result = '';
  for (const letter of text) {
    if (result.length + letter.length > units) break;
    result += letter;
  }
  return result.trimEnd();
}
