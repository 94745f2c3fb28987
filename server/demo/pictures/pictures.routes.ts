import type { HttpApp } from '#server/platform/http/index.ts';
import { drawPicture } from './picture.ts';

const YEAR_S = 365 * 86_400;
const SEED_MAX = 64;

/** Address of a drawn photo of a demo lot. */
export const pictureAddress = (kind: string, seed: string, view: number): string =>
  `/pictures/${kind}/${encodeURIComponent(seed)}/${view}.svg`;

/** Photos of demo lots, drawn when asked for: the same address is the same picture for ever. */
export function registerPictureRoutes(app: HttpApp): void {
  app.plain.get('/pictures/:kind/:seed/:view.svg', (req, res, next) => {
    const { kind, seed, view } = req.params;
    const picture =
      seed.length <= SEED_MAX && /^\d$/.test(view) ? drawPicture(kind, seed, Number(view)) : undefined;
    if (picture === undefined) {
      next();
      return;
    }
    res
      .set('Cache-Control', `public, max-age=${YEAR_S}, immutable`)
      // A drawing opened by itself runs nothing and loads nothing.
      .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('image/svg+xml')
      .send(picture);
  });
}
