/** Signs that are drawn as pictures, with the marks that join and colour them; keys with a frame. */
const EMOJI =
  /\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0E\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0E\uFE0F]*)*|[0-9#*]\uFE0F?\u20E3/gu;
/**
 * What is not seen or changes the order of what is seen: control characters, formats (zero width, directions, soft hyphen, tags),
 * variation selectors, fillers, the blank of Braille, unassigned code points and those of private use.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const LINE_BREAKS = /\r\n?|[\n\t]/gu;

/** Has a text a mark that people do not see? Two texts that look alike could differ by one. Of several lines, breaks and tabs are seen. */
export const hasHiddenMark = (text: string, lines = false): boolean =>
  (lines ? text.replace(LINE_BREAKS, ' ') : text).replace(EMOJI, '').search(HIDDEN) !== -1;

/** One line that others sent to us, without such marks. */
export const withoutHiddenMarks = (line: string): string => line.replace(HIDDEN, '');
