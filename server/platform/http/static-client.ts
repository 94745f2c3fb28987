import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import express, { Router, type RequestHandler, type Response } from 'express';
import type { Language } from '#shared/i18n/languages.ts';
import { clientParts } from './client-parts.ts';
import { guarded, paintedParts, type Painting } from './painted-page.ts';

/** What a page says about itself before any of its scripts run. */
export interface PageHead {
  status: 200 | 404;
  language: Language;
  /** Elements of the head as HTML, with a title and a description: what they quote is escaped by whoever made it. */
  html: string;
  /** Sources in the client's folder that the page loads first; a name the build does not have is passed over. */
  modules?: readonly string[];
  /** Sources of which the painting needs the styles, and the page nothing yet. */
  styled?: readonly string[];
  /** The first picture of the screen, drawn ahead of its scripts: content of the root, and the answers it shows. */
  painting?: Painting | null;
}

/** Ends like a file; a link copied with its full stop does not. */
export const isFilePath = (path: string): boolean => /\.[a-z][a-z\d]*$/i.test(path);

/** Sources every page loads first, whatever its screen: the entry asks for them one after another. */
const FIRST_PARTS = ['app/main.tsx', 'app/providers.tsx', 'app/begin.tsx'];

/** Hands a page's head to the answer that follows. */
export function describePage(res: Response, head: PageHead): void {
  res.locals.pageHead = head;
}

/** What the build says about every page alike; a page of its own words has its own. */
const GENERAL = /\s*<title>[^<]*<\/title>|\s*<meta name="description"[^>]*>/g;
const LANGUAGE = /(<html\b[^>]*\blang=")[^"]*/;

/** The page of the client with the nonce in each of its scripts; read again when a new build replaces it. */
function pageReader(folder: string): (nonce: string, head?: PageHead) => string {
  const file = path.join(folder, 'index.html');
  let text = '';
  let links = clientParts(folder, '');
  /** Up to the language, from it to the place of the head, and the rest. */
  let parts: [string, string, string] | null = null;
  let painted: ReturnType<typeof paintedParts> = null;
  let changedAt = -1;
  return (nonce, head) => {
    const stamp = statSync(file).mtimeMs;
    if (stamp !== changedAt) {
      const built = readFileSync(file, 'utf8');
      text = guarded(built.replace(/<script(?![^>]*\bnonce=)/g, '<script nonce="__CSP_NONCE__"'));
      parts = partsOf(text);
      painted = parts && paintedParts(parts[2], folder);
      links = clientParts(folder, text);
      changedAt = stamp;
    }
    const signed = (part: string) => part.replaceAll('__CSP_NONCE__', nonce);
    if (!head || !parts) return signed(text);
    // Words of a lot are put in last: nothing in them is taken for a place of the nonce.
    const [start, middle, end] = parts;
    const before = signed(start) + head.language + signed(middle) + head.html;
    const files = links([...FIRST_PARTS, ...(head.modules ?? [])]);
    if (!head.painting || !painted) return before + files.ahead + signed(end);
    const styles = [...new Set([...files.styles, ...links(head.styled ?? []).styles])];
    const { begin, between, finish } = painted(head.painting, { ...files, styles }, head.language);
    return before + signed(begin) + between + signed(finish);
  };
}

function partsOf(text: string): [string, string, string] | null {
  const plain = text.replace(GENERAL, '');
  const language = LANGUAGE.exec(plain);
  // After the character set, which must stand in the first kilobyte; before everything that is fetched.
  const place = /<meta charset="[^"]*"\s*\/?>/i.exec(plain);
  if (!language || !place) return null;
  const [from, to] = [language.index + language[0].length, place.index + place[0].length];
  return [plain.slice(0, language.index) + (language[1] ?? ''), plain.slice(from, to), plain.slice(to)];
}

/**
 * The built client: hashed assets for a year, everything else revalidated, and the page itself for every path a browser
 * may open (the client's router takes it from there). A missing asset stays a 404.
 */
export function serveClient(folder: string): RequestHandler {
  const router = Router();
  const page = pageReader(folder);
  router.use(
    '/assets',
    express.static(path.join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.get('/{*path}', (req, res, next) => {
    if (req.path.startsWith('/assets/') || isFilePath(req.path) || !req.accepts('html')) return next();
    const head = res.locals.pageHead as PageHead | undefined;
    res
      .status(head?.status ?? 200)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(page(String(res.locals.nonce), head));
  });
  return router;
}
