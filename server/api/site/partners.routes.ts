import type { Partners } from '#server/domains/content/partners/index.ts';
import { partnerLogo } from '#server/domains/content/site/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  arrangePartners,
  consolePartners,
  createPartner,
  editPartner,
} from '#shared/api/console/console-partners.ts';
import { partners as publicPartners } from '#shared/api/site/site.ts';
import { DEFAULT_LANGUAGE, parseLanguage } from '#shared/i18n/languages.ts';

/** Partners for everybody, the plates of their initials, and the same for staff who edit them. */
export function registerPartnerRoutes(app: HttpApp, partners: Partners): void {
  registerContract(app, publicPartners, () => partners.public());
  app.api.get('/logos/partner/:file', async (req, res, next) => {
    const id = /^(\d{1,6})\.svg$/.exec(req.params.file)?.[1];
    const partner = id === undefined ? null : await partners.byId(Number(id));
    if (!partner) return next();
    const wanted = req.query.lang;
    const language = parseLanguage(typeof wanted === 'string' ? wanted : undefined) ?? DEFAULT_LANGUAGE;
    // A partner may be renamed: its plate follows within minutes.
    res.set('Cache-Control', 'public, max-age=300').type('svg').send(partnerLogo(partner, language));
  });

  registerContract(app, consolePartners, () => partners.all());
  registerContract(app, createPartner, (call) => {
    const { requestId, ...parts } = call.body;
    return partners.create(requestId, parts, call.signedIn());
  });
  registerContract(app, editPartner, (call) => {
    const { version, ...parts } = call.body;
    return partners.edit({ id: call.params.id, version }, parts, call.signedIn());
  });
  registerContract(app, arrangePartners, (call) => partners.arrange(call.body, call.signedIn()));
}
