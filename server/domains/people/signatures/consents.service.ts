import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { PageBlock } from '#shared/api/pages.ts';
import type { SigningOutcome } from '#shared/api/cabinet/signatures.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { earliestDeadline } from '#shared/limits/offer-notice.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { consentDocument } from './consent-document.ts';
import {
  createConsentsRepository,
  type ConsentAnswer,
  type ConsentsRepository,
  type ConsentVersion,
} from './consents.repository.ts';
import { figuresIn, legalBlocks } from './legal-text.ts';
import { consentOf, createOfferConsent } from './offer-consent.ts';
import type { RecordSigning, SignaturesService } from './signatures.service.ts';

/** Notifies the person in the same transaction. */
type NotifySigned = (
  tx: AnyDb,
  signed: { personId: string; version: number; documentId: number },
) => Promise<void>;

export interface ConsentDeps {
  db: AnyDb;
  repository: ConsentsRepository;
  signatures: SignaturesService;
  texts: Pick<Texts, 'text'>;
  /** Values of all placeholders, in the language. */
  figures: (language: Language) => Promise<Record<string, string>>;
  notify: NotifySigned;
  record: RecordSigning;
  /** Called after the commit, for data that depends on the consent. */
  changed: (personId: string) => Promise<void>;
}

export interface ConsentState {
  current: ConsentVersion;
  answer: ConsentAnswer | null;
  inForce: boolean;
  mayAct: boolean;
  toSign: boolean;
}

export interface OfferProblem {
  code: 'effective-in-the-past' | 'deadline-too-soon' | 'unknown-figure';
  /** Name of the figure. */
  name?: string;
}

export type ConsentsService = ReturnType<typeof createConsentsService>;

export function createConsentsService(deps: ConsentDeps) {
  const { db, repository, signatures, texts } = deps;

  async function current(): Promise<ConsentVersion> {
    const { current: found } = await repository.inEffect();
    if (!found) throw notFound('e-signature.no-offer');
    return found;
  }

  /** Why a version cannot be published; null: it can. */
  async function problemOf(made: Omit<ConsentVersion, 'version'>): Promise<OfferProblem | null> {
    if (made.effectiveOn < tashkentDay(new Date())) return { code: 'effective-in-the-past' };
    // Who publishes it would otherwise keep everybody from trading who has not signed it by tomorrow.
    if (made.deadlineOn < earliestDeadline(made.effectiveOn)) return { code: 'deadline-too-soon' };
    const known = await deps.figures('uz');
    const written = [made.offer, made.contract].flatMap(({ uz, ru, en }) => [uz, ru, en]);
    const name = written.flatMap(figuresIn).find((figure) => !Object.hasOwn(known, figure));
    return name === undefined ? null : { code: 'unknown-figure', name };
  }

  return {
    ...createOfferConsent(repository),

    async state(personId: string): Promise<ConsentState> {
      const found = await consentOf(repository, personId);
      if (!found.current) throw notFound('e-signature.no-offer');
      const { answer } = found;
      const signed = answer !== null && answer.agreed && answer.version >= found.current.version;
      return { ...found, current: found.current, toSign: !signed };
    },

    /** Both texts of a version, by default of the one to sign now. 404 for an unknown number. */
    async text(
      number: number | null,
      language: Language,
    ): Promise<{ version: ConsentVersion; offer: PageBlock[]; contract: PageBlock[] }> {
      const version = number === null ? await current() : await repository.version(number);
      if (!version) throw notFound();
      const figures = await deps.figures(language);
      return {
        version,
        offer: legalBlocks(version.offer, language, figures),
        contract: legalBlocks(version.contract, language, figures),
      };
    },

    async prepare(personId: string, language: Language) {
      const [version, figures, person] = await Promise.all([
        current(),
        deps.figures(language),
        signatures.signatory(personId),
      ]);
      return signatures.prepare(personId, {
        kind: 'consent',
        subject: String(version.version),
        language,
        document: (requestId, at) =>
          consentDocument(texts, { version, language, figures, person, requestId, at }),
      });
    },

    async agree(
      personId: string,
      answer: { requestId: string; pkcs7: string },
      address: string,
    ): Promise<SigningOutcome> {
      const did = { personId, action: 'offer-signed', address } as const;
      const outcome = await signatures.accept(personId, 'consent', answer, address, async (tx, made) => {
        const version = Number(made.request.subject);
        await repository.answer(tx, { personId, version, documentId: made.id, reason: null });
        await deps.notify(tx, { personId, version, documentId: made.id });
        await deps.record(tx, { ...did, result: 'done' });
      });
      if (outcome.outcome === 'refused')
        await deps.record(db, { ...did, result: 'refused', reason: outcome.reason });
      if (outcome.outcome === 'signed') await deps.changed(personId);
      return outcome;
    },

    /** 404 for an unknown version. */
    async disagree(
      personId: string,
      { version, reason }: { version: number; reason: string | null },
      address: string,
    ): Promise<void> {
      if (!(await repository.version(version))) throw notFound();
      await inTransaction(db, async (tx) => {
        await repository.answer(tx, {
          personId,
          version,
          documentId: null,
          reason: reason === '' ? null : reason,
        });
        await deps.record(tx, { personId, action: 'offer-refused', result: 'done', address });
      });
      await deps.changed(personId);
    },

    versions: () => repository.versions(),
    answers: (version: number, page: { limit: number; offset: number }) => repository.answers(version, page),

    async source(number: number): Promise<ConsentVersion> {
      const version = await repository.version(number);
      if (!version) throw notFound();
      return version;
    },

    problemOf,

    /**
     * The first version of an installation, before which there is the shipped text, signed by no one.
     * Every further one is a decision of two, `publish-offer`. null: there is one, or somebody has signed. It has no `problemOf`.
     */
    addFirst: (made: Omit<ConsentVersion, 'version'>): Promise<number | null> =>
      inTransaction(db, async (tx) => {
        const stored = createConsentsRepository(tx);
        await stored.lockVersions();
        return (await stored.isFirst()) ? stored.addVersion(tx, made, null) : null;
      }),
  };
}
