import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#shared/i18n/languages.ts';
import type { RenderedPage } from '../render/worker-messages.ts';
import { clientFiles } from './client-files.ts';
import { pageComposer, type ComposePage } from './compose-page.ts';
import { withBeforePaint } from './inline-scripts.ts';

/** What a page is answered with before any of its scripts run. */
export interface PageDescription {
  status: 200 | 404;
  language: Language;
  /** Elements of the head as HTML, with a title and a description; texts in it are escaped already. */
  head: string;
  /** Client sources that the screen loads first; names missing in the build are ignored. */
  sources: readonly string[];
  /** Client sources of which the rendered content needs the styles, and the page no script yet. */
  styleSources: readonly string[];
  /** Content of the screen, shown before its scripts run. */
  rendered: RenderedPage | null;
}

/** Client sources that every page loads first, whatever its screen: the entry requests them one after another. */
const FIRST_SOURCES = ['app/main.tsx', 'app/providers.tsx', 'app/boot.tsx'];

/** Head elements of the build that a page with a head of its own replaces. */
const GENERAL_HEAD = /\s*<title>[^<]*<\/title>|\s*<meta name="description"[^>]*>/g;
const LANGUAGE_ATTRIBUTE = /(<html\b[^>]*\blang=")[^"]*/;

/** Writes the client's page with a nonce in each of its scripts; the build is read again when a new one replaces it. */
export function builtPage(folder: string): (nonce: string, description?: PageDescription) => string {
  const file = path.join(folder, 'index.html');
  let text = '';
  let filesOf = clientFiles(folder, '');
  /** Up to the language, from it to the place of the head, and the rest. */
  let parts: [string, string, string] | null = null;
  let compose: ComposePage | null = null;
  let changedAtMs = -1;

  function readBuild(): void {
    const stamp = statSync(file).mtimeMs;
    if (stamp === changedAtMs) return;
    const built = readFileSync(file, 'utf8');
    text = withBeforePaint(built.replace(/<script(?![^>]*\bnonce=)/g, '<script nonce="__CSP_NONCE__"'));
    parts = partsOf(text);
    compose = parts && pageComposer(parts[2], folder);
    filesOf = clientFiles(folder, text);
    changedAtMs = stamp;
  }

  return (nonce, description) => {
    readBuild();
    const withNonce = (part: string) => part.replaceAll('__CSP_NONCE__', nonce);
    if (!description || !parts) return withNonce(text);
    const { language, head, sources, styleSources, rendered } = description;
    // Texts of a lot are inserted last: nothing in them is taken for a nonce placeholder.
    const [start, middle, end] = parts;
    const begin = withNonce(start) + language + withNonce(middle) + head;
    const files = filesOf([...FIRST_SOURCES, ...sources]);
    if (!rendered || !compose) return begin + files.preloads + withNonce(end);
    const styles = [...new Set([...files.styles, ...filesOf(styleSources).styles])];
    const { before, content, after } = compose(rendered, { ...files, styles }, language);
    return begin + withNonce(before) + content + withNonce(after);
  };
}

function partsOf(text: string): [string, string, string] | null {
  const plain = text.replace(GENERAL_HEAD, '');
  const language = LANGUAGE_ATTRIBUTE.exec(plain);
  // After the character set, which belongs into the first kilobyte; before everything that is fetched.
  const place = /<meta charset="[^"]*"\s*\/?>/i.exec(plain);
  if (!language || !place) return null;
  const [from, to] = [language.index + language[0].length, place.index + place[0].length];
  return [plain.slice(0, language.index) + (language[1] ?? ''), plain.slice(from, to), plain.slice(to)];
}
