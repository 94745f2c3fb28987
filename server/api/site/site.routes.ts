import type { Banners } from '#server/domains/content/banners/index.ts';
import { PAYMENT_PROVIDERS, type SiteRepository, type Visitors } from '#server/domains/content/site/index.ts';
import { badRequest, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { demandProof, type ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { LANGUAGE_COOKIE } from '#server/platform/sessions/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import {
  contactOperator,
  LANGUAGE_PARAMETERS,
  paymentList,
  serverDate,
  setLanguage,
  siteInfo,
  visitors,
  type SiteFacts,
} from '#shared/api/site/site.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { countVisits } from './count-visits.ts';

import { registerLogos } from './logos.routes.ts';

const YEAR_MS = 365 * 86_400_000;

export interface SiteRouteDeps {
  info: SiteFacts;
  banners: Pick<Banners, 'shown'>;
  visitors: Visitors;
  /** Called with the reason why a visit was not counted; the page is served all the same. */
  onUncounted: (error: unknown) => void;
  repository: Pick<SiteRepository, 'keepMessage' | 'message'>;
  proofs: Pick<ProofOfWork, 'verify'>;
  /** Ids of the list `contact-subjects`. */
  contactSubjects: () => Promise<readonly string[]>;
  /** Stores the chosen language in the person's sessions and account. */
  rememberLanguage: (personId: string, language: Language) => Promise<void>;
}

export function registerSiteRoutes(app: HttpApp, deps: SiteRouteDeps): void {
  registerContract(app, serverDate, () => tashkentDateTime(Date.now()));

  registerContract(app, setLanguage, async (call) => {
    const language = LANGUAGE_PARAMETERS[call.params.lang];
    call.res.cookie(LANGUAGE_COOKIE, language, {
      path: '/',
      sameSite: 'lax',
      secure: app.secure,
      maxAge: YEAR_MS,
    });
    if (call.person) await deps.rememberLanguage(call.person.personId, language);
    return { language };
  });

  registerContract(app, siteInfo, async () => ({ ...deps.info, banners: await deps.banners.shown() }));

  app.api.use(countVisits(deps.visitors, deps.onUncounted));
  registerContract(app, visitors, () => {
    return deps.visitors.counts();
  });

  registerLogos(app);
  registerContract(app, paymentList, () =>
    PAYMENT_PROVIDERS.map(({ id, name, url }) => ({ id, name, url, logo: `/logos/payment/${id}.svg` })),
  );

  registerContract(app, contactOperator, async (call) => {
    const { captcha, ...message } = call.body;
    const wrong = (field: string) => badRequest('malformed', { details: { fields: [{ field }] } });
    if (message.email === null && message.phone === null) throw wrong('body.email');
    if (!(await deps.contactSubjects()).includes(message.subject)) throw wrong('body.subject');
    await demandProof(deps.proofs, captcha);
    const number = await deps.repository.keepMessage({
      ...message,
      language: call.language,
      personId: call.person?.personId ?? null,
    });
    const stored = await deps.repository.message(number);
    const { name, email, phone, subject, message: text } = message;
    const same =
      stored?.name === name &&
      stored.email === email &&
      stored.phone === phone &&
      stored.subject === subject &&
      stored.message === text;
    // An earlier message with this id is not overwritten, and this one does not count as sent.
    if (!same) throw ruleForbids('contact.request-reused');
    return { number };
  });
}
