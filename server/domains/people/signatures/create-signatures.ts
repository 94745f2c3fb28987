import type { AnyDb } from '#server/platform/database/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { ESignature } from '#server/integrations/e-signature/index.ts';
import { createArchiveRepository } from './archive.repository.ts';
import { createCertificatesRepository } from './certificates.repository.ts';
import { createConsentsRepository } from './consents.repository.ts';
import { createConsentsService, type ConsentDeps, type ConsentsService } from './consents.service.ts';
import type { Signatory } from './signatures.policy.ts';
import { createSignaturesService, type RecordSigning, type SignaturesService } from './signatures.service.ts';

export interface SignaturesParts {
  db: AnyDb;
  port: ESignature | null;
  person: (id: string) => Promise<Signatory | null>;
  publicUrl: () => string;
  record: RecordSigning;
}

export function createSignatures({
  db,
  port,
  person,
  publicUrl,
  record,
}: SignaturesParts): SignaturesService {
  return createSignaturesService({
    db,
    port,
    person,
    record,
    archive: createArchiveRepository(db),
    certificates: createCertificatesRepository(db),
    host: () => new URL(publicUrl()).host,
  });
}

export interface ConsentsParts extends Pick<
  ConsentDeps,
  'figures' | 'notify' | 'record' | 'changed' | 'signatures'
> {
  db: AnyDb;
  texts: Pick<Texts, 'text'>;
}

export function createConsents(parts: ConsentsParts): ConsentsService {
  return createConsentsService({ ...parts, repository: createConsentsRepository(parts.db) });
}
