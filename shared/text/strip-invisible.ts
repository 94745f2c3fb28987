/** Marks that change nothing a person sees: soft hyphen, zero width, directions of writing, byte order mark, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Spaces of all widths, no-break ones among them. */
const SPACES = /\p{Zs}/gu;
/** Hyphens, dashes and the minus sign, in small and full width too. */
const HYPHENS = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

/** Every apostrophe people type for those of the Uzbek alphabet (U+02BB, U+02BC). */
export const APOSTROPHES = "'`´‘’‛ʻʼʹʽˈ′＇";

/** What a person sees of a short text, in plain characters: no invisible marks, one kind of space and of hyphen. */
export const stripInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(SPACES, ' ').replace(HYPHENS, '-');
