import { readFile } from 'node:fs/promises';
import type { Request, Response } from 'express';
import type { LotCardService } from '#server/domains/lots/index.ts';
import { sessionOf, type HttpApp } from '#server/platform/http/index.ts';
import { PATTERNS, PRACTICE_LOT } from '../content/index.ts';
import { photoFile, VIEWS } from './photo.ts';

const YEAR_S = 365 * 86_400;
/** Lots of older demos have photos under `.svg`: they are shown what is photographed now. */
const ADDRESS = '/pictures/:kind/:seed/:view.:format';
/** Seeds of photos not marked visible: sent to whoever may see the lot's, and to nobody else. */
const HIDDEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const KINDS: ReadonlySet<string> = new Set([...PATTERNS.map(({ key }) => key), PRACTICE_LOT.pattern]);
const KIND_OF_CATEGORY: ReadonlyMap<string, string> = new Map(
  PATTERNS.map(({ key, category }) => [category, key]),
);

const partOf = (req: Request, name: string): string => String(req.params[name]);
const isHidden = (req: Request): boolean => HIDDEN.test(partOf(req, 'seed'));

/** The kind of lot on the photo: the key's own, or that of a hidden photo's address. */
function patternOf(req: Request): string | undefined {
  const [kind, seed] = [partOf(req, 'kind'), partOf(req, 'seed')];
  if (!isHidden(req)) {
    const pattern = seed.split('~')[0] ?? '';
    return KINDS.has(pattern) ? pattern : undefined;
  }
  return KINDS.has(kind) ? kind : KIND_OF_CATEGORY.get(kind);
}

const photos = new Map<string, Promise<Buffer>>();

function photoOf(req: Request): Promise<Buffer> | undefined {
  const [pattern, view, format] = [patternOf(req), partOf(req, 'view'), partOf(req, 'format')];
  if (!pattern || !/^\d$/.test(view) || Number(view) >= VIEWS || !/^(webp|svg)$/.test(format))
    return undefined;
  const file = photoFile(pattern, Number(view));
  const known = photos.get(file) ?? readFile(file);
  photos.set(file, known);
  // A file that could not be read is read again for the next request.
  known.catch(() => photos.delete(file));
  return known;
}

const send = (res: Response, photo: Buffer, cacheControl: string): void =>
  void res.set('Cache-Control', cacheControl).type('image/webp').send(photo);

/** Photos of demo lots: the same address is the same picture for ever. */
export function registerPictureRoutes(app: HttpApp, card: Pick<LotCardService, 'mayOpenHidden'>): void {
  app.plain.get(ADDRESS, async (req, res, next) => {
    const photo = isHidden(req) ? undefined : await photoOf(req);
    if (photo === undefined) next();
    else send(res, photo, `public, max-age=${YEAR_S}, immutable`);
  });
  app.api.get(ADDRESS, app.readSession, async (req, res, next) => {
    const lotId = /^[1-9]\d{0,14}$/.exec(String(req.query.lot))?.[0];
    const viewer = sessionOf(req)?.person ?? null;
    const photo = lotId && viewer && isHidden(req) ? await photoOf(req) : undefined;
    if (photo === undefined || !(await card.mayOpenHidden(Number(lotId), req.path, viewer))) {
      next();
      return;
    }
    send(res, photo, 'private, no-store');
  });
}
