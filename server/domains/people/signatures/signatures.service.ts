import { createHash, hash } from 'node:crypto';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound, unavailable } from '#server/platform/errors/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import { checkPages } from '#server/platform/modules/index.ts';
import type {
  Caller,
  CertificateFacts,
  ESignature,
  Refused,
  SignatureFacts,
  Verified,
} from '#server/integrations/e-signature/index.ts';
import type { DocumentKind, SignatureRefusal, SigningOutcome } from '#shared/api/cabinet/signatures.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { ArchiveRepository, ArchivedDocument, SignatureRequest } from './archive.repository.ts';
import type { CertificatesRepository } from './certificates.repository.ts';
import { keyProblem, type Signatory } from './signatures.policy.ts';

/** Lifetime of a request: time to find the token, type the password and try again. */
const REQUEST_MS = 30 * 60_000;

/** Logs actions with keys and signatures, in the given transaction or on its own. */
export type RecordSigning = (
  tx: AnyDb,
  done: {
    personId: string;
    action: 'offer-signed' | 'offer-refused' | 'key-added' | 'key-removed';
    result: 'done' | 'refused';
    reason?: string;
    address: string;
  },
) => Promise<void>;

export interface SigningDeps {
  db: AnyDb;
  /** Null: not configured, so signing is unavailable. */
  port: ESignature | null;
  archive: ArchiveRepository;
  certificates: CertificatesRepository;
  person: (id: string) => Promise<Signatory | null>;
  /** The site's name for the verifying service. */
  host: () => string;
  record: RecordSigning;
}

export interface ToPrepare {
  kind: DocumentKind;
  subject: string;
  language: Language;
  /** @param requestId written into the document, so that no signature fits another request */
  document: (requestId: string, at: Date) => Buffer;
}

export type SignaturesService = ReturnType<typeof createSignaturesService>;

const DOCUMENTS_A_PAGE = 100;

const no = (reason: SignatureRefusal): Refused => ({ verdict: 'refused', reason });

export function createSignaturesService(deps: SigningDeps) {
  const { db, archive, certificates } = deps;

  function service(): ESignature {
    if (!deps.port) throw unavailable('e-signature.not-configured');
    return deps.port;
  }
  const callerAt = (address: string): Caller => ({ address, host: deps.host() });

  async function signatory(personId: string): Promise<Signatory> {
    const person = await deps.person(personId);
    if (!person) throw notFound();
    return person;
  }

  /** Null: the key is this person's. */
  async function problemOf(
    personId: string,
    certificate: CertificateFacts,
  ): Promise<SignatureRefusal | null> {
    const problem = keyProblem(await signatory(personId), certificate);
    if (problem) return problem;
    return (await certificates.isRemoved(personId, certificate.serial)) ? 'key-removed' : null;
  }

  async function checked(
    request: SignatureRequest,
    pkcs7: Buffer,
    address: string,
  ): Promise<{ verdict: 'right'; facts: SignatureFacts; archived: Buffer } | Refused> {
    const said = await service().accept(pkcs7, request.document, callerAt(address));
    if (said.verdict === 'refused') return said;
    const problem = await problemOf(request.personId, said.facts.certificate);
    return problem ? no(problem) : said;
  }

  return {
    kind: deps.port?.kind ?? null,
    signatory,

    /** Stores the exact bytes to sign. Throws 503 where signing is unavailable, 422 for an account without a number to compare. */
    async prepare(personId: string, what: ToPrepare): Promise<SignatureRequest> {
      service();
      const now = new Date();
      const id = newId();
      const { kind, subject, language } = what;
      const request: SignatureRequest = {
        id,
        personId,
        kind,
        subject,
        language,
        document: what.document(id, now),
        expiresAt: new Date(now.getTime() + REQUEST_MS),
      };
      await archive.ask(request);
      return request;
    },

    /**
     * Completes a request with a signature. A valid one is archived, and `also` runs in the same transaction; the same
     * signature sent twice is archived once and answered twice.
     */
    async accept(
      personId: string,
      kind: DocumentKind,
      answer: { requestId: string; pkcs7: string },
      address: string,
      also: (tx: AnyDb, document: { id: number; request: SignatureRequest }) => Promise<void>,
    ): Promise<SigningOutcome> {
      const before = await archive.madeOf(answer.requestId, personId);
      if (before)
        return { outcome: 'signed', documentId: before.id, signedAt: before.signedAt.toISOString() };
      const request = await archive.request(answer.requestId, personId);
      if (request?.kind !== kind) return { outcome: 'refused', reason: 'request-expired' };
      const said = await checked(request, Buffer.from(answer.pkcs7, 'base64'), address);
      if (said.verdict === 'refused') return { outcome: 'refused', reason: said.reason };
      const { facts, archived } = said;
      const documentId = await inTransaction(db, async (tx) => {
        const id = await archive.archive(tx, {
          request,
          sha256: createHash('sha256').update(request.document).digest('hex'),
          pkcs7: archived,
          signer: service().kind,
          certificate: facts.certificate,
          said: facts.said,
          signedAt: facts.signedAt,
          timestampedAt: facts.timestampedAt,
        });
        if (id === null) return null;
        await certificates.used(tx, personId, facts.certificate);
        await also(tx, { id, request });
        return id;
      });
      if (documentId !== null)
        return { outcome: 'signed', documentId, signedAt: facts.signedAt.toISOString() };
      // A concurrent repeat was faster.
      const made = await archive.madeOf(answer.requestId, personId);
      if (!made) return { outcome: 'refused', reason: 'request-expired' };
      return { outcome: 'signed', documentId: made.id, signedAt: made.signedAt.toISOString() };
    },

    /** Checks an archived signature from its bytes, now. */
    verify(document: ArchivedDocument, address: string): Promise<Verified> {
      const port = service();
      // A signature made with another signer cannot be checked by this one.
      if (port.kind !== document.signer) return Promise.resolve(no('service-refused'));
      return port.verify(document.pkcs7, document.document, callerAt(address));
    },

    /**
     * Every archived document against its digest and, where this installation has the service that signed it, its signature.
     * @param address of the caller, for the service
     */
    checkArchive: (address: string) =>
      checkPages(
        (last: ArchivedDocument | undefined) => archive.after(last?.id ?? 0, DOCUMENTS_A_PAGE),
        async (document) => {
          if (hash('sha256', document.document, 'hex') !== document.sha256)
            return `document ${document.id} was changed`;
          if (deps.port?.kind !== document.signer) return null;
          const said = await deps.port.verify(document.pkcs7, document.document, callerAt(address));
          return said.verdict === 'right' ? null : `document ${document.id} is not genuine: ${said.reason}`;
        },
      ),

    documents: (personId: string, page: { limit: number; offset: number }) =>
      archive.ofPerson(personId, page),
    document: (personId: string | null, id: number) => archive.document(id, personId),
    archivedOf: (ids: readonly number[]) => archive.documents(ids),

    keys: (personId: string) => certificates.ofPerson(personId),

    async removeKey(personId: string, serial: string, address: string): Promise<boolean> {
      const removed = await certificates.remove(personId, serial);
      if (removed) await deps.record(db, { personId, action: 'key-removed', result: 'done', address });
      return removed;
    },

    async challenge(address: string) {
      return service().challenge(callerAt(address));
    },

    /** Adds the key that signed a challenge to the person's; returns its serial number. */
    async addKey(
      personId: string,
      pkcs7: string,
      address: string,
    ): Promise<{ outcome: 'added'; serial: string } | { outcome: 'refused'; reason: SignatureRefusal }> {
      const did = { personId, action: 'key-added', address } as const;
      const refuse = async (reason: SignatureRefusal) => {
        await deps.record(db, { ...did, result: 'refused', reason });
        return { outcome: 'refused', reason } as const;
      };
      const said = await service().authenticate(Buffer.from(pkcs7, 'base64'), callerAt(address));
      if (said.verdict === 'refused') return refuse(said.reason);
      const { certificate } = said;
      const problem = keyProblem(await signatory(personId), certificate);
      if (problem) return refuse(problem);
      if (certificate.validTo.getTime() < Date.now()) return refuse('certificate-not-valid-then');
      await certificates.add(personId, certificate);
      await deps.record(db, { ...did, result: 'done' });
      return { outcome: 'added', serial: certificate.serial };
    },
  };
}
