import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import { sizesOf } from './tidy/sizes.ts';
import { repeatedLayouts, styleProblems, unusedClasses } from './tidy/styles.ts';

/** The sign-in site's styles are its own: it shares no code with the client. */
const SITE = 'server/identity/site/assets';
const TOKENS = 'client/theme/tokens.css';
const LAYOUTS = 'client/ui/layout.module.css';
/** Drawn with the first load of every page, which is smaller without the style sheet of layouts. */
const IN_FIRST_LOAD = ['client/ui/ui.module.css', 'client/app/layout/', 'client/app/screens/'];

describe('the styles of the client', () => {
  it('are short, and take breakpoints, radii and spacing from the tokens', () => {
    const files = projectFiles(['client'], ['.css']);
    expect(files.size).toBeGreaterThan(50);
    expect(files.delete(TOKENS)).toBe(true);
    expect(styleProblems(files)).toEqual([]);
  });

  it.each([
    ['a width of its own', '@media (max-width: 801px) { .a { color: red; } }', '801px is no breakpoint'],
    ['a width from below', '@media (min-width: 700px) { .a { color: red; } }', '700px is no breakpoint'],
    ['a width in a range', '@media (width < 639.98px) { .a { color: red; } }', '639.98px is no breakpoint'],
    ['a width written first', '@media (900px <= width) { .a { color: red; } }', '900px is no breakpoint'],
    ['a radius', '.a { border-radius: 8px; }', 'border-radius of 8px is no token'],
    ['one corner', '.a { border-top-left-radius: 50% 3px; }', 'border-top-left-radius of 3px is no token'],
    ['a padding', '.a { padding: var(--sv-2) 6px; }', 'padding of 6px is no token'],
    ['a margin below zero', '.a { margin-inline-start: -10px; }', 'margin-inline-start of -10px is no token'],
    ['a gap', '.a { gap: 0.5rem; }', 'gap of 0.5rem is no token'],
    [
      'a colour that changes in each frame',
      '@keyframes new { from { opacity: 1; color: red; } to { transform: none; } }',
      'new animates color',
    ],
    ['a sum', '.a { margin: calc(var(--sv-1) + 2px); }', 'margin of 2px is no token'],
  ])('with %s are seen', (_what, css, problem) => {
    expect(styleProblems(new Map([['client/a.module.css', css]]))).toEqual([
      `client/a.module.css: ${problem}`,
    ]);
  });

  it('are as short at the sign-in site', () => {
    const files = projectFiles([SITE], ['.css']);
    expect(files.size).toBeGreaterThan(1);
    expect(sizesOf(files).tooLong).toEqual([]);
  });

  it('of more lines than the limit are seen', () => {
    const long = `.a {\n${'  color: red;\n'.repeat(500)}}\n`;
    expect(styleProblems(new Map([['client/a.module.css', long]]))).toEqual([
      'client/a.module.css has 502 lines, the limit is 500',
    ]);
  });

  it.each([
    '.a { margin: 0 -1px; padding: 1px 0; border-radius: 50% inherit; }',
    '.a { padding: var(--sv-2) calc(-1 * var(--sv-3)); gap: 0.3em 2%; }',
    '@media (max-width: 800px) and (scripting: enabled) { .a { width: 5px; } } /* margin: 7px; */',
    '.a { scroll-margin-top: 96px; --icon-place: 44px; padding-left: var(--icon-place); }',
  ])('may say %s', (css) => {
    expect(styleProblems(new Map([['client/a.module.css', css]]))).toEqual([]);
  });

  it('take layouts that parts share from one style sheet', () => {
    const files = projectFiles(['client'], ['.module.css']);
    const layouts = files.get(LAYOUTS) ?? '';
    expect(files.delete(LAYOUTS)).toBe(true);
    for (const file of files.keys())
      if (IN_FIRST_LOAD.some((start) => file.startsWith(start))) files.delete(file);
    expect(repeatedLayouts(files, layouts)).toEqual([]);
  });

  it('that repeat a layout are seen, those that add to it are not', () => {
    const layouts = '.stack2 { display: grid; gap: var(--sv-2); }';
    const repeats = (css: string) => repeatedLayouts(new Map([['client/a.module.css', css]]), layouts);
    expect(repeats('.a { gap: var(--sv-2);\n display: grid; } /* .a {} */')).toEqual([
      'client/a.module.css: .a repeats .stack2',
    ]);
    expect(repeats('.a { display: grid; gap: var(--sv-3); }')).toEqual([]);
    expect(repeats('.a { display: grid; gap: var(--sv-2); } .a:hover { color: red; }')).toEqual([]);
    expect(repeats('.a p { display: grid; gap: var(--sv-2); }')).toEqual([]);
  });

  it('have no class that nothing uses', () => {
    const sheets = projectFiles(['client'], ['.module.css']);
    expect(unusedClasses(sheets, projectFiles(['client'], ['.ts', '.tsx']))).toEqual([]);
  });

  it('with a class that nothing uses are seen', () => {
    const sheets = new Map([
      ['client/ui/a.module.css', '.a, .b:hover { color: red; } :global(.c) { color: red; }'],
    ]);
    const page = (text: string, from = './a.module.css') =>
      new Map([['client/ui/page.tsx', `import css from '${from}';\n${text}`]]);
    expect(unusedClasses(sheets, page('<p className={css.a} />'))).toEqual([
      'client/ui/a.module.css: nothing uses .b',
    ]);
    expect(unusedClasses(sheets, page('css.a + css.b', '#client/ui/a.module.css'))).toEqual([]);
    expect(unusedClasses(sheets, page('css[state]'))).toEqual([]);
    expect(unusedClasses(sheets, page('css.a + css.b', './other.module.css'))).toHaveLength(2);
  });
});
