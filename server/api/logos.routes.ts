import { partnerLogo, providerLogo, type SiteRepository } from '#server/domains/site/index.ts';
import type { Response } from 'express';
import type { HttpApp } from '#server/platform/http/index.ts';
import { DEFAULT_LANGUAGE, parseLanguage } from '#shared/i18n/languages.ts';

const idOf = (file: string): number => Number(/^(\d{1,6})\.svg$/.exec(file)?.[1] ?? 0);

function sendPicture(res: Response, picture: string): void {
  res.set('Cache-Control', 'public, max-age=86400').type('svg').send(picture);
}

/** Pictures of those whom footer and first page name. */
export function registerLogos(app: HttpApp, repository: Pick<SiteRepository, 'partners'>): void {
  app.api.get('/logos/payment/:file', (req, res, next) => {
    const picture = providerLogo(idOf(req.params.file));
    if (!picture) return next();
    sendPicture(res, picture);
  });
  app.api.get('/logos/partner/:file', async (req, res, next) => {
    const partner = (await repository.partners()).find(({ id }) => id === idOf(req.params.file));
    if (!partner) return next();
    const wanted = req.query.lang;
    const language = parseLanguage(typeof wanted === 'string' ? wanted : undefined) ?? DEFAULT_LANGUAGE;
    sendPicture(res, partnerLogo(partner, language));
  });
}
