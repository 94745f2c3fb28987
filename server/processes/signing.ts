import type { AccountsService } from '#server/domains/accounts/index.ts';
import { createActionLog } from '#server/domains/action-log/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import { helpFigures, type ReferenceService } from '#server/domains/reference/index.ts';
import { createConsents, createSignatures, type RecordSigning } from '#server/domains/signatures/index.ts';
import { openESignature } from '#server/integrations/e-signature/index.ts';
import type { Platform } from './platform.ts';
import { siteFactsOf } from './site-facts.ts';

export interface SigningNeeds {
  accounts: Pick<AccountsService, 'byId' | 'refreshSessions'>;
  reference: ReferenceService;
  notifications: Notifications;
}

/** Electronic signatures and the consent to the offer, with what they need of other domains. */
export function createSigning(
  { config, database: { db }, redis, logger, texts }: Platform,
  { accounts, reference, notifications }: SigningNeeds,
) {
  const { port, development, apiKeys } = openESignature({ config, db, redis, logger });
  const record: RecordSigning = (tx, done) => createActionLog(tx).record({ type: 'signature', ...done });
  const signatures = createSignatures({
    ...{ db, port, record },
    person: (id) => accounts.byId(id),
    publicUrl: () => config.publicUrl,
  });
  const { hours } = siteFactsOf(config);
  const consents = createConsents({
    ...{ db, signatures, texts, record },
    figures: (language) => helpFigures({ reference, texts, hours }, language, new Date()),
    tell: (tx, { personId, version, documentId }) =>
      notifications.tell(tx, {
        personId,
        template: 'offer-signed',
        params: { version },
        key: `offer-signed:${documentId}`,
      }),
    changed: (personId) => accounts.refreshSessions(personId),
  });
  return { signatures, consents, development, apiKeys };
}
