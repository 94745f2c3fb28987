import type { Mail } from '#server/integrations/email/index.ts';
import { openDirectory } from '#server/identity/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { ACCOUNT_EVENTS } from './accounts.events.ts';
import type { ActionRecorder } from './accounts.service.ts';
import { createInvitationTokens } from './invitations/invitation-token.ts';
import { createInvitations, type InvitationsDeps } from './invitations/invitations.service.ts';
import { mailInvitation } from './invitations/mail-invitation.ts';

const EXPIRE_MS = 60_000;

interface InvitationsNeeds extends Pick<Base, 'config' | 'database' | 'texts' | 'logger'> {
  actions: ActionRecorder;
  gateways: { mail: Mail | null };
  isSamePerson: InvitationsDeps['isSamePerson'];
}

/** Invitations to the staff: two administrators, a letter, and a link that works once. */
export const invitationsModule = defineModule({
  name: 'invitations',
  create: ({ config, database: { db }, actions, gateways, isSamePerson }: InvitationsNeeds) => ({
    invitations: createInvitations({
      db,
      actions,
      isSamePerson,
      mail: gateways.mail !== null,
      directoryOf: config.signIn.shipped ? (tx) => openDirectory({ db: tx }) : null,
    }),
  }),
  listeners: ({ config, database: { db }, gateways: { mail }, texts, logger }) => ({
    [ACCOUNT_EVENTS.invitationApproved]: [
      {
        name: 'mail-invitation',
        handle: ({ invitationId }) =>
          mailInvitation(
            {
              db,
              mail,
              texts,
              tokens: createInvitationTokens(config.sessionSecret),
              siteUrl: config.signIn.identityUrl,
              onRefused: (error) => logger.error({ err: error }, 'letter of an invitation refused'),
            },
            Number(invitationId),
          ),
      },
    ],
  }),
  jobs: ({ invitations }) => [
    {
      name: 'expire invitations',
      everyMs: EXPIRE_MS,
      async run() {
        await invitations.expire();
      },
    },
  ],
});
