import path from 'node:path';
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

const RULE = /([^{}]+)\{([^{}]*)\}/g;
const CLASS = /\.([A-Za-z]\w*)/g;
const declarationsOf = (body: string): string =>
  body
    .split(';')
    .map((declaration) => declaration.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .sort()
    .join('; ');

/** Rules of a style sheet: their selectors, and what they declare in one order. */
const rulesOf = (source: string): { selector: string; declared: string }[] =>
  [...source.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(RULE)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    declared: declarationsOf(body),
  }));

/** Classes of style sheets whose only rule declares what a class of the shared layouts declares. */
export function repeatedLayouts(files: ReadonlyMap<string, string>, layouts: string): string[] {
  const shared = new Map(rulesOf(layouts).map(({ selector, declared }) => [declared, selector]));
  return [...files].flatMap(([file, source]) => {
    const rules = rulesOf(source);
    const mentions = rules.flatMap(({ selector }) => [
      ...new Set([...selector.matchAll(CLASS)].map(([, name]) => name)),
    ]);
    return rules.flatMap(({ selector, declared }) => {
      const repeated = shared.get(declared);
      const alone = mentions.filter((name) => `.${name}` === selector).length === 1;
      return repeated !== undefined && alone ? [`${file}: ${selector} repeats ${repeated}`] : [];
    });
  });
}

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;
/** Of a library, which are named as they are. */
const GLOBAL = /:global\([^)]*\)/g;

/** Classes of CSS modules that no module which imports them names: style sheets, and modules by their path. */
export function unusedClasses(
  files: ReadonlyMap<string, string>,
  modules: ReadonlyMap<string, string>,
): string[] {
  const named = new Map<string, string[]>();
  for (const [file, source] of modules)
    for (const [, name = '', from = ''] of source.matchAll(IMPORT)) {
      const sheet = from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from);
      const uses = [...source.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[)`, 'g'))];
      // By a name that is worked out: any of them may be meant.
      named.set(sheet, [...(named.get(sheet) ?? []), ...uses.map(([, use]) => use ?? '*')]);
    }
  return [...files]
    .filter(([file]) => file.endsWith('.module.css'))
    .flatMap(([file, source]) => {
      const uses = new Set(named.get(file));
      const classes = rulesOf(source).flatMap(({ selector }) =>
        [...selector.replace(GLOBAL, '').matchAll(CLASS)].map(([, name = '']) => name),
      );
      return [...new Set(classes)]
        .filter((name) => !uses.has('*') && !uses.has(name))
        .map((name) => `${file}: nothing uses .${name}`);
    });
}
