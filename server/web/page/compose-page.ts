import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#shared/i18n/languages.ts';
import { scriptJson } from '../html-text.ts';
import type { RenderedPage } from '../render/worker-messages.ts';
import type { ScreenFiles } from './client-files.ts';
import { fontsFor } from './fonts.ts';
import { deferredScripts, ROOT } from './inline-scripts.ts';

const ENTRY = /\s*<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g;
const STYLE = /\s*<link rel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;

interface ComposedPage {
  /** Nonce placeholders are replaced in `before` and `after` only: `content` may contain any text. */
  before: string;
  content: string;
  after: string;
}

/** Inlines a style sheet: its addresses are relative to its own folder. */
const inlineStyles = (folder: string, href: string): string =>
  readFileSync(path.join(folder, href), 'utf8').replace(/url\(\.\//g, `url(${path.posix.dirname(href)}/`);

export type ComposePage = (page: RenderedPage, files: ScreenFiles, language: Language) => ComposedPage;

/**
 * Composes pages with rendered content from the part of the built page that follows the head; null when that part is not
 * as expected.
 * @param folder of the build
 */
export function pageComposer(built: string, folder: string): ComposePage | null {
  const entry = ENTRY.exec(built)?.[1];
  const preloads = [...built.matchAll(PRELOAD)].map(([, href]) => href ?? '');
  const ownStyles = [...built.matchAll(STYLE)].map(([, href]) => href ?? '');
  const [head, body] = built.replace(ENTRY, '').replace(PRELOAD, '').replace(STYLE, '').split(ROOT);
  const headEnd = head?.indexOf('</head>') ?? -1;
  if (!entry || head === undefined || body === undefined || headEnd < 0) return null;
  const sheets = new Map<string, string>();
  const sheetOf = (href: string): string => {
    const text = sheets.get(href) ?? inlineStyles(folder, href);
    sheets.set(href, text);
    return text;
  };
  const composed = new WeakMap<RenderedPage, ComposedPage>();
  const compose: ComposePage = (page, { styles, scripts }, language) => {
    const allStyles = [...ownStyles, ...styles];
    const texts = allStyles.map(sheetOf);
    // Preloaded: a font that arrives after the first layout causes a second one.
    const fonts = fontsFor(page.html, texts).map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">\n    `,
    );
    return {
      before: `${head.slice(0, headEnd)}  ${fonts.join('')}<style>${texts.join('\n')}</style>\n  ${head.slice(headEnd)}`,
      content:
        `<div id="root" lang="${language}"${page.signedIn ? ' data-signed-in' : ''}>${page.html}</div>\n    ` +
        `<script type="application/json" id="first-answers">${scriptJson(page.answers)}</script>\n    `,
      after: `${deferredScripts(entry, allStyles, [...preloads, ...scripts])}${body}`,
    };
  };
  return (page, files, language) => {
    const found = composed.get(page) ?? compose(page, files, language);
    composed.set(page, found);
    return found;
  };
}
