import { AUCTION_EVENTS } from '#server/auction/index.ts';
import { ACCOUNT_EVENTS } from '#server/domains/accounts/index.ts';
import { SANCTION_EVENTS } from '#server/domains/sanctions/index.ts';
import { forwardMessage, SITE_EVENTS } from '#server/domains/site/index.ts';
import { APPLICATION_EVENTS } from '#server/domains/trade-applications/index.ts';
import { WALLET_EVENTS } from '#server/domains/wallet/index.ts';
import type { EventListeners } from '#server/jobs/index.ts';
import { NOTIFICATION_EVENTS } from '#server/domains/notifications/index.ts';
import type { Mail } from '#server/integrations/email/index.ts';
import type { Hammer } from '#server/workflows/index.ts';
import type { Business } from './business.ts';
import type { createConcluding } from './concluding.ts';

/** Who listens to which committed event. A topic without a listener is a fact nobody needs yet. */
export function eventListeners(
  business: Business,
  concluding: Pick<ReturnType<typeof createConcluding>, 'conclude'>,
  /** null: no mail server is configured; what would be sent stays where it is kept. */
  letters: { mail: Mail | null; operator: string },
): EventListeners {
  const { applications, site } = business;
  const exclude =
    (cause: 'disabled' | 'barred') =>
    ({ personId, by, byName, reason }: Record<string, unknown>): Promise<void> =>
      business.endParticipation({
        ...{ personId: String(personId), cause, reason: String(reason) },
        by: by === null ? null : { personId: String(by), name: String(byName) },
      });
  return {
    [ACCOUNT_EVENTS.disabled]: [{ name: 'end-participation', handle: exclude('disabled') }],
    [SANCTION_EVENTS.barred]: [{ name: 'end-participation-of-barred', handle: exclude('barred') }],
    [AUCTION_EVENTS.hammer]: [
      {
        name: 'conclude-auction',
        handle: (payload) => concluding.conclude(payload.entry as Hammer),
      },
      {
        name: 'release-deposits',
        handle: async (payload) => {
          await applications.deposits.ofLot((payload.entry as Hammer).lotId);
        },
      },
    ],
    [SITE_EVENTS.contactWritten]: [
      {
        name: 'forward-contact',
        handle: ({ number }) => forwardMessage({ messages: site, ...letters }, Number(number)),
      },
    ],
    [SITE_EVENTS.contactAnswered]: [
      {
        name: 'tell-contact-answered',
        handle: ({ number, personId }, tx) =>
          business.notifications.tell(tx, {
            personId: String(personId),
            key: `contact-answered:${Number(number)}`,
            template: 'contact-answered',
            params: { number: Number(number) },
          }),
      },
    ],
    [WALLET_EVENTS.moved]: [
      {
        name: 'publish-balance',
        handle: ({ personId }) => business.messaging.news.publish(String(personId), { kind: 'balance' }),
      },
      {
        name: 'recompute-limits',
        handle: ({ personId }) => applications.limits.due(String(personId)),
      },
    ],
    [APPLICATION_EVENTS.changed]: [
      {
        name: 'publish-application',
        handle: ({ personId }) => business.messaging.news.publish(String(personId), { kind: 'applications' }),
      },
    ],
    [NOTIFICATION_EVENTS.messageWritten]: [
      {
        name: 'queue-deliveries',
        handle: ({ messageId }, tx) => business.messaging.postOffice.queue(tx, Number(messageId)),
      },
      {
        name: 'publish-message',
        handle: ({ personId }) => business.messaging.news.publish(String(personId), { kind: 'messages' }),
      },
    ],
  };
}
