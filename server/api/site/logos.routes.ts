import { providerLogo } from '#server/domains/content/site/index.ts';
import type { Response } from 'express';
import type { HttpApp } from '#server/platform/http/index.ts';

const idOf = (file: string): number => Number(/^(\d{1,6})\.svg$/.exec(file)?.[1] ?? 0);

function sendPicture(res: Response, picture: string): void {
  res.set('Cache-Control', 'public, max-age=86400').type('svg').send(picture);
}

/** Pictures of those whom the footer names. */
export function registerLogos(app: HttpApp): void {
  app.api.get('/logos/payment/:file', (req, res, next) => {
    const picture = providerLogo(idOf(req.params.file));
    if (!picture) return next();
    sendPicture(res, picture);
  });
}
