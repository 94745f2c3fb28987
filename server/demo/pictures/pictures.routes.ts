import { readFile } from 'node:fs/promises';
import type { Request, Response } from 'express';
import type { LotCardService } from '#server/domains/trade/lots/index.ts';
import { sessionOf, type HttpApp } from '#server/platform/http/index.ts';
import { photoFile } from './photo.ts';
import { isHidden, pictureOf, type PictureParts } from './picture-pattern.ts';

const YEAR_S = 365 * 86_400;
const ADDRESS = '/pictures/:kind/:seed/:view.:format';

const partsOf = (req: Request): PictureParts => {
  const part = (name: string): string => String(req.params[name]);
  return { kind: part('kind'), seed: part('seed'), view: part('view'), format: part('format') };
};

const photos = new Map<string, Promise<Buffer>>();

function photoOf(req: Request): Promise<Buffer> | undefined {
  const picture = pictureOf(partsOf(req));
  if (!picture) return undefined;
  const file = photoFile(picture.pattern, picture.view);
  const known = photos.get(file) ?? readFile(file);
  photos.set(file, known);
  // A file that could not be read is read again for the next request.
  known.catch(() => photos.delete(file));
  return known;
}

const send = (res: Response, photo: Buffer, cacheControl: string): void =>
  void res.set('Cache-Control', cacheControl).type('image/webp').send(photo);

/**
 * Pictures of demo lots until they are stored as files, and in pages that were opened before: the same address is the same
 * picture for ever.
 */
export function registerPictureRoutes(app: HttpApp, card: Pick<LotCardService, 'mayOpenHidden'>): void {
  app.plain.get(ADDRESS, async (req, res, next) => {
    const photo = isHidden(partsOf(req)) ? undefined : await photoOf(req);
    if (photo === undefined) next();
    else send(res, photo, `public, max-age=${YEAR_S}, immutable`);
  });
  app.api.get(ADDRESS, app.readSession, async (req, res, next) => {
    const lotId = /^[1-9]\d{0,14}$/.exec(String(req.query.lot))?.[0];
    const viewer = sessionOf(req)?.person ?? null;
    const photo = lotId && viewer && isHidden(partsOf(req)) ? await photoOf(req) : undefined;
    if (photo === undefined || !(await card.mayOpenHidden(Number(lotId), req.path, viewer))) {
      next();
      return;
    }
    send(res, photo, 'private, no-store');
  });
}
