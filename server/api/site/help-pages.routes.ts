import type { HelpPages } from '#server/domains/content/help-pages/index.ts';
import { fillFigures } from '#server/domains/content/reference/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  cancelHelpPage,
  consoleHelpPage,
  consoleHelpPages,
  consoleHelpPageVersion,
  editHelpPage,
  publishHelpPage,
  restoreHelpPage,
} from '#shared/api/console/console-help-pages.ts';
import { pageContent } from '#shared/api/pages.ts';
import { LANGUAGE_PARAMETERS } from '#shared/api/site/site.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { mapTexts } from '#shared/i18n/pages/map-texts.ts';

export interface PageRouteDeps {
  helpPages: HelpPages;
  /** Every figure a page may name. */
  figures: (language: Language) => Promise<Record<string, string>>;
}

export function registerPageRoutes(app: HttpApp, { helpPages, figures }: PageRouteDeps): void {
  registerContract(app, pageContent, async ({ query, language: callers }) => {
    const language = query.lang ? LANGUAGE_PARAMETERS[query.lang] : callers;
    const known = await figures(language);
    const text = await helpPages.current(query.page, language, known);
    return { page: query.page, ...mapTexts(text, (each) => fillFigures(each, known)) };
  });

  registerContract(app, consoleHelpPages, () => helpPages.all());
  registerContract(app, consoleHelpPage, (call) => helpPages.one(call.params.page));
  registerContract(app, consoleHelpPageVersion, (call) => helpPages.version(call.params));
  registerContract(app, editHelpPage, (call) =>
    helpPages.edit({ ...call.params, version: call.body.version }, call.body.texts, call.signedIn()),
  );
  registerContract(app, publishHelpPage, (call) =>
    helpPages.publish({ ...call.params, version: call.body.version }, call.body.atMs, call.signedIn()),
  );
  registerContract(app, cancelHelpPage, (call) =>
    helpPages.cancel({ ...call.params, version: call.body.version }, call.signedIn()),
  );
  registerContract(app, restoreHelpPage, (call) =>
    helpPages.restore({ ...call.params, version: call.body.version }, call.body.from, call.signedIn()),
  );
}
