import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { pageContent } from '#shared/api/pages.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { mapTexts } from '#shared/i18n/pages/map-texts.ts';
import { LANGUAGE_PARAMETERS } from '#shared/api/site.ts';
import type { ReferenceService } from '../reference.service.ts';
import { helpFigures, type OfficeHours } from './figures.ts';

export interface PageRouteDeps {
  reference: ReferenceService;
  texts: Texts;
  /** When the support line answers. */
  hours: OfficeHours;
}

/**
 * Puts the figures in place; a text that begins with one begins with a capital.
 * Throws on a name nobody gives a figure for: a page never shows a hole.
 */
export function fill(text: string, figures: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([^}]*)\}\}/g, (_, name: string, at: number) => {
    const figure = figures[name];
    if (figure === undefined) throw new RangeError(`no figure for ${name}`);
    return at === 0 ? figure.slice(0, 1).toUpperCase() + figure.slice(1) : figure;
  });
}

export function registerPageRoutes(app: HttpApp, deps: PageRouteDeps): void {
  registerContract(app, pageContent, async ({ query, language: callers }) => {
    const language = query.lang ? LANGUAGE_PARAMETERS[query.lang] : callers;
    const figures = await helpFigures(deps, language, new Date());
    const filled = mapTexts(HELP_TEXTS[language][query.page], (text) => fill(text, figures));
    return { page: query.page, ...filled };
  });
}
