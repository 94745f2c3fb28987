import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { AccountsService, ActionRecorder } from './accounts.service.ts';
import { createApiTokens } from './api-tokens/api-tokens.service.ts';
import type { Notify } from './profile/profile-ports.ts';

interface ApiTokensNeeds extends Pick<Base, 'database' | 'sessions'> {
  accounts: AccountsService;
  actions: ActionRecorder;
  notifications: { notify: Notify };
}

/** Tokens with which programs of people call the API. */
export const apiTokensModule = defineModule({
  name: 'api-tokens',
  create: ({ database: { db }, sessions, accounts, actions, notifications }: ApiTokensNeeds) => ({
    apiTokens: createApiTokens({
      db,
      sessions,
      actions,
      notify: notifications.notify,
      sessionPerson: (personId) => accounts.sessionPerson(personId),
    }),
  }),
});
