import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { LANGUAGE_COOKIE } from '#server/platform/sessions/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import {
  LANGUAGE_PARAMETERS,
  serverDate,
  setLanguage,
  siteInfo,
  visitors,
  type SiteInfo,
} from '#shared/api/site.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import type { Visitors } from './visitors.ts';

const YEAR_MS = 365 * 86_400_000;

export interface SiteRouteDeps {
  info: SiteInfo;
  visitors: Visitors;
  /** Tells the person's sessions and account which language they chose. */
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

  registerContract(app, siteInfo, () => deps.info);

  registerContract(app, visitors, async (call) => {
    await deps.visitors.saw(`${call.address} ${call.req.get('user-agent') ?? ''}`);
    return deps.visitors.counts();
  });
}
