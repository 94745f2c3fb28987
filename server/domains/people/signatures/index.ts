/** Electronic signatures of people: their keys, the archive of what they signed, their consent to the offer. */
export { offerConsentModule, signingModule } from './module.ts';
export type { ConsentsService } from './consents.service.ts';
export type { SignaturesService } from './signatures.service.ts';
export type { ConsentVersion } from './consents.repository.ts';
export type { ArchivedDocument } from './archive.repository.ts';
export { keyStatus } from './key-status.ts';
export type { KnownCertificate } from './certificates.repository.ts';
export { documentPdf } from './signed-document-pdf.ts';
