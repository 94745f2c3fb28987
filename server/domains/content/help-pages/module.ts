import { CALL_OFF_MS } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { createHelpPages } from './help-pages.service.ts';

interface HelpPagesNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  legalFigures: (language: Language) => Promise<Record<string, string>>;
}

export const helpPagesModule = defineModule({
  name: 'help-pages',
  create: ({ database: { db }, actions, legalFigures }: HelpPagesNeeds) => ({
    helpPages: createHelpPages({ db, actions, figures: legalFigures }),
  }),
  jobs: ({ helpPages }) => [
    {
      name: 'call off help pages of former staff',
      everyMs: CALL_OFF_MS,
      run: () => helpPages.callOffOfFormer(),
    },
  ],
});
