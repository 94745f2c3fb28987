import { LINE_LIMIT } from './sizes.ts';

/** Widths at which layouts change, in px. Media queries cannot read custom properties, so the numbers are repeated there. */
const BREAKPOINTS: readonly number[] = [360, 450, 500, 640, 800, 1000, 1200, 1440];

const MEDIA_WIDTH = /width\s*(?::|<=?|>=?)\s*([\d.]+)px|([\d.]+)px\s*(?:<=?|>=?)\s*width/g;
const DECLARATION = /(?<![\w-])([a-z-]+)\s*:\s*([^;{}]+);/g;
const RADIUS = /^border(-[a-z]+)*-radius$/;
const SPACING = /^(margin|padding)(-[a-z]+)*$|^((row|column)-)?gap$/;
/** A length of its own; one pixel is the width of a line, `em` follows the letters. */
const LENGTH = /(?<![\w.-])-?(?!0px|1px)[\d.]+(px|rem)\b/g;

const KEYFRAMES = /@keyframes\s+([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)/g;
/** What a browser animates without layout or repaint of the page in each frame. */
const CHEAP: readonly string[] = ['opacity', 'transform'];

/** What a style sheet of the client says past the tokens: [file, source] → one line per place. */
export function styleProblems(files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  for (const [file, source] of files) {
    const css = source.replace(/\/\*[\s\S]*?\*\//g, '');
    const lines = source.trimEnd().split('\n').length;
    if (lines > LINE_LIMIT) problems.push(`${file} has ${lines} lines, the limit is ${LINE_LIMIT}`);
    for (const [, query = ''] of css.matchAll(/@media([^{]*)/g))
      for (const [, first, second] of query.matchAll(MEDIA_WIDTH))
        if (!BREAKPOINTS.includes(Number(first ?? second)))
          problems.push(`${file}: ${first ?? second}px is no breakpoint`);
    for (const [, name = '', frames = ''] of css.matchAll(KEYFRAMES))
      for (const [, property = ''] of frames.matchAll(DECLARATION))
        if (!CHEAP.includes(property)) problems.push(`${file}: ${name} animates ${property}`);
    for (const [, property = '', value = ''] of css.matchAll(DECLARATION)) {
      if (!RADIUS.test(property) && !SPACING.test(property)) continue;
      for (const [length] of value.matchAll(LENGTH))
        problems.push(`${file}: ${property} of ${length} is no token`);
    }
  }
  return problems;
}
