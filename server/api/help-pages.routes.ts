import {
  type ReferenceService,
  fillFigures,
  helpFigures,
  type OfficeHours,
} from '#server/domains/reference/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { pageContent } from '#shared/api/pages.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { mapTexts } from '#shared/i18n/pages/map-texts.ts';
import { LANGUAGE_PARAMETERS } from '#shared/api/site.ts';

export interface PageRouteDeps {
  reference: ReferenceService;
  texts: Texts;
  /** When the support line answers. */
  hours: OfficeHours;
}

export function registerPageRoutes(app: HttpApp, deps: PageRouteDeps): void {
  registerContract(app, pageContent, async ({ query, language: callers }) => {
    const language = query.lang ? LANGUAGE_PARAMETERS[query.lang] : callers;
    const figures = await helpFigures(deps, language, new Date());
    const filled = mapTexts(HELP_TEXTS[language][query.page], (text) => fillFigures(text, figures));
    return { page: query.page, ...filled };
  });
}
