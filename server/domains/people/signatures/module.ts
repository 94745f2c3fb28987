import { openESignature } from '#server/integrations/e-signature/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { ADD_OFFER_USAGE, runAddOfferCommand, type AddOfferDeps, type Proposer } from './add-offer.ts';
import { createConsentsRepository } from './consents.repository.ts';
import { createConsents, createSignatures } from './create-signatures.ts';
import { createOfferConsent } from './offer-consent.ts';
import { publishOffer } from './publish-offer.ts';
import type { Signatory } from './signatures.policy.ts';
import type { RecordSigning } from './signatures.service.ts';
import {
  consentPeopleExport,
  consentVersionsExport,
  signatureKeysExport,
  signedDocumentsExport,
} from './signatures-exports.ts';
import { runVerifySignatureCommand } from './verify-signature.ts';
import { voidSignatures } from './void-signatures.ts';
import { SIGNATURES_PERSONAL_DATA } from './personal-data.ts';

/**
 * What people said to the offer, read alone: accounts need it to know how complete a profile is, and signing needs the
 * accounts. Two modules, so that neither waits for the other.
 */
export const offerConsentModule = defineModule({
  name: 'offer-consent',
  create: ({ database }: Pick<Base, 'database'>) => ({
    offerConsent: createOfferConsent(createConsentsRepository(database.db)),
  }),
});

interface SigningNeeds extends Pick<Base, 'config' | 'database' | 'redis' | 'logger' | 'texts'> {
  accounts: {
    byId(id: string): Promise<(Signatory & Proposer) | null>;
    refreshSessions(personId: string): Promise<void>;
  };
  actions: {
    record(action: Parameters<RecordSigning>[1] & { type: 'signature' }, tx: AnyDb): Promise<void>;
  };
  notifications: {
    notify(tx: AnyDb, message: NotificationContent & { personId: string; key: string }): Promise<void>;
  };
  decisions: AddOfferDeps['decisions'];
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Every figure the offer may name, in the language. */
  legalFigures: (language: Language) => Promise<Record<string, string>>;
}

/** Electronic signatures and the consent to the offer. */
export const signingModule = defineModule({
  name: 'signatures',
  personalData: SIGNATURES_PERSONAL_DATA,
  create(needs: SigningNeeds) {
    const { config, redis, logger, texts, accounts, actions, notifications, legalFigures } = needs;
    const { db } = needs.database;
    const { port, development, apiKeys } = openESignature({ config, db, redis, logger });
    const record: RecordSigning = (tx, done) => actions.record({ type: 'signature', ...done }, tx);
    const signatures = createSignatures({
      db,
      port,
      record,
      person: (id) => accounts.byId(id),
      publicUrl: () => config.publicUrl,
    });
    const consents = createConsents({
      db,
      signatures,
      texts,
      record,
      figures: legalFigures,
      notify: (tx, { personId, version, documentId }) =>
        notifications.notify(tx, {
          personId,
          template: 'offer-signed',
          params: { version },
          key: `offer-signed:${documentId}`,
        }),
      changed: (personId) => accounts.refreshSessions(personId),
    });
    return { signatures, consents, voidSignatures, signer: { development, apiKeys } };
  },
  decisions: ({ consents }) => [publishOffer(consents)],
  evidence: ({ signatures }) => [
    { name: 'documents that people signed', check: () => signatures.checkArchive('127.0.0.1') },
  ],
  exports: ({ signatures, consents, namesOf }) => ({
    'signed-documents': signedDocumentsExport(signatures),
    'signature-keys': signatureKeysExport(signatures),
    'console-consents': consentVersionsExport(consents, namesOf),
    'console-consent-people': consentPeopleExport(consents, namesOf),
  }),
  commands: [
    {
      name: 'offer add',
      usage: ADD_OFFER_USAGE,
      about:
        'proposes a version of the offer and the contract from offer.uz.txt … contract.en.txt; publishes the first one',
      run({ args, out, open }) {
        const { consents, accounts, decisions } = open();
        return runAddOfferCommand(args, { consents, accounts, decisions, out });
      },
    },
    {
      name: 'verify-signature',
      usage: 'verify-signature ID…',
      about: 'checks archived signatures from their bytes; exit code 1 when one is not genuine',
      run: ({ args, out, open }) => runVerifySignatureCommand(args, { signatures: open().signatures, out }),
    },
  ],
});
