import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#shared/i18n/languages.ts';
import type { PartFiles } from './client-parts.ts';
import { KEEP_EARLY_PRESS } from './early-press.ts';

/** The first picture of a screen, drawn ahead of its scripts. */
export interface Painting {
  /** Content of the root element, as HTML. */
  html: string;
  /** What the API answered for it, for the client's queries. */
  answers: readonly unknown[];
  /** For somebody who is signed in. */
  signedIn?: boolean;
}

const ENTRY = /\s*<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>/;
const AHEAD = /\s*<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g;
const STYLE = /\s*<link rel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
const ROOT = '<div id="root"></div>';

/** JSON inside a script element: no `<` can end it. */
const json = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

/**
 * Asks for the scripts once the page is on screen: on a slow line they would hold back the picture, which needs none of
 * them. A page nobody sees is never drawn, so it does not wait for long. The styles are in the page; their files are
 * named as well, so that parts that need them find them there, but disabled: read again they would only have the whole
 * page laid out once more. A few at a time, so that a slow phone answers a touch in between. A button pressed before the
 * page is alive is pressed again then; links work all the time.
 */
const starter = (entry: string, styles: readonly string[], scripts: readonly string[]): string =>
  `<script nonce="__CSP_NONCE__">(() => {
      let begun = false;
      const add = (name, set) => document.head.append(Object.assign(document.createElement(name), set));
      const begin = () => {
        if (begun) return;
        begun = true;
        const wanted = [
          ...${json(scripts)}.map((href) => ['link', { rel: 'modulepreload', crossOrigin: '', href }]),
          ...${json(styles)}.map((href) => ['link', { rel: 'stylesheet', disabled: true, href }]),
          ['script', { type: 'module', crossOrigin: '', src: ${json(entry)} }],
        ];
        const next = () => {
          for (const [name, set] of wanted.splice(0, 5)) add(name, set);
          if (wanted.length > 0) setTimeout(next);
        };
        next();
      };${KEEP_EARLY_PRESS}
      requestAnimationFrame(() => setTimeout(begin));
      setTimeout(begin, 1000);
    })();</script>`;

/**
 * Runs before the first picture of every page. The person's own choices, which the server does not know: dark colours are
 * there from the start, and a painting that is not theirs is hidden until theirs is drawn. Where nothing is painted the
 * empty root is drawn as the frame of the page, unless the screen has none.
 */
const guard = `<script nonce="__CSP_NONCE__">(() => {
      const root = document.getElementById('root');
      const bare = /^\\/(categories|order-preview|redirecting)\\b/.test(location.pathname);
      try {
        const page = document.documentElement;
        const dark = localStorage.getItem('savdo.theme') === 'dark';
        if (dark) page.setAttribute('data-mantine-color-scheme', 'dark');
        const query = new URLSearchParams(location.search);
        const language = query.get('lang') ?? localStorage.getItem('savdo.language');
        const embedded = query.get('mobile') === '1' || sessionStorage.getItem('savdo.mobile') === '1';
        if (bare || embedded) root.dataset.bare = '';
        root.hidden = root.hasChildNodes() && (embedded || Boolean(language && language !== page.lang));
      } catch {
        // Storage is closed to us: nothing was chosen, and the painting stands.
      }
    })();</script>`;

/** Styles as they stand in a page: their addresses are relative to their own folder. */
const inline = (folder: string, href: string): string =>
  readFileSync(path.join(folder, href), 'utf8').replace(/url\(\.\//g, `url(${path.posix.dirname(href)}/`);

export interface PaintedPage {
  /** Places of the nonce are open in the first and the last part; the picture between them is anybody's words. */
  begin: string;
  between: string;
  finish: string;
}

const FACE = /@font-face\s*\{[^}]*\}/g;
const FACE_FILE = /url\((\/[^)]+\.woff2)\)/;
const FACE_LETTERS = /U\+([\dA-F]+)(?:-([\dA-F]+))?/gi;

/** The files of fonts a text is shown in, of those a style sheet offers. */
function fontsFor(text: string, sheets: readonly string[]): string[] {
  const letters = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0);
  return sheets
    .flatMap((css) => css.match(FACE) ?? [])
    .flatMap((face) => {
      const file = FACE_FILE.exec(face)?.[1];
      const ranges = [...face.matchAll(FACE_LETTERS)].map(([, from = '', to]) => [
        Number.parseInt(from, 16),
        Number.parseInt(to ?? from, 16),
      ]);
      const shown = letters.some((letter) =>
        ranges.some(([from = 0, to = 0]) => letter >= from && letter <= to),
      );
      return file && shown ? [file] : [];
    });
}

/** The built page with what runs before anything of it is drawn. */
export const guarded = (page: string): string => page.replace(ROOT, `${ROOT}\n    ${guard}`);

type Paint = (painting: Painting, files: PartFiles, language: Language) => PaintedPage;

/**
 * Makes pages with a picture out of the built page's end; null when that is not as expected.
 * @param folder of the build
 */
export function paintedParts(end: string, folder: string): Paint | null {
  const entry = ENTRY.exec(end)?.[1];
  const ahead = [...end.matchAll(AHEAD)].map(([, href]) => href ?? '');
  const base = [...end.matchAll(STYLE)].map(([, href]) => href ?? '');
  const [head, body] = end.replace(ENTRY, '').replace(AHEAD, '').replace(STYLE, '').split(ROOT);
  const close = head?.indexOf('</head>') ?? -1;
  if (!entry || head === undefined || body === undefined || close < 0) return null;
  const sheets = new Map<string, string>();
  const sheet = (href: string): string => {
    const text = sheets.get(href) ?? inline(folder, href);
    sheets.set(href, text);
    return text;
  };
  const made = new WeakMap<Painting, PaintedPage>();
  const make: Paint = (painting, { styles, scripts }, language) => {
    const all = [...base, ...styles];
    const texts = all.map(sheet);
    // Asked for before the first line is laid out: a font that comes later has all of it laid out again.
    const fonts = fontsFor(painting.html, texts).map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">\n    `,
    );
    return {
      begin: `${head.slice(0, close)}  ${fonts.join('')}<style>${texts.join('\n')}</style>\n  ${head.slice(close)}`,
      between:
        `<div id="root" lang="${language}"${painting.signedIn ? ' data-signed-in' : ''}>${painting.html}</div>\n    ` +
        `<script type="application/json" id="first-answers">${json(painting.answers)}</script>\n    `,
      finish: `${starter(entry, all, [...ahead, ...scripts])}${body}`,
    };
  };
  return (painting, files, language) => {
    const page = made.get(painting) ?? make(painting, files, language);
    made.set(painting, page);
    return page;
  };
}
