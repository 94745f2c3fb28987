import type { Request, Response } from 'express';
import type { LotCardService } from '#server/domains/lots/index.ts';
import { sessionOf, type HttpApp } from '#server/platform/http/index.ts';
import { drawPicture } from './picture.ts';

const YEAR_S = 365 * 86_400;
const SEED_MAX = 64;
const ADDRESS = '/pictures/:kind/:seed/:view.svg';
/** Seeds of photos not marked visible: drawn for whoever may see the lot's, and for nobody else. */
const HIDDEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Address of a drawn photo of a demo lot. */
export const pictureAddress = (kind: string, seed: string, view: number): string =>
  `/pictures/${kind}/${encodeURIComponent(seed)}/${view}.svg`;

const partOf = (req: Request, name: string): string => String(req.params[name]);

function drawn(req: Request): string | undefined {
  const [kind, seed, view] = [partOf(req, 'kind'), partOf(req, 'seed'), partOf(req, 'view')];
  return seed.length <= SEED_MAX && /^\d$/.test(view) ? drawPicture(kind, seed, Number(view)) : undefined;
}

const send = (res: Response, picture: string, cacheControl: string): void =>
  void res
    .set('Cache-Control', cacheControl)
    // A drawing opened by itself runs nothing and loads nothing.
    .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('image/svg+xml')
    .send(picture);

/** Photos of demo lots, drawn when asked for: the same address is the same picture for ever. */
export function registerPictureRoutes(app: HttpApp, card: Pick<LotCardService, 'mayOpenHidden'>): void {
  app.plain.get(ADDRESS, (req, res, next) => {
    const picture = HIDDEN.test(partOf(req, 'seed')) ? undefined : drawn(req);
    if (picture === undefined) next();
    else send(res, picture, `public, max-age=${YEAR_S}, immutable`);
  });
  app.api.get(ADDRESS, app.readSession, async (req, res, next) => {
    const lotId = /^[1-9]\d{0,14}$/.exec(String(req.query.lot))?.[0];
    const viewer = sessionOf(req)?.person ?? null;
    const picture = lotId && viewer && HIDDEN.test(partOf(req, 'seed')) ? drawn(req) : undefined;
    if (picture === undefined || !(await card.mayOpenHidden(Number(lotId), req.path, viewer))) {
      next();
      return;
    }
    send(res, picture, 'private, no-store');
  });
}
