import { z } from 'zod';
import { contract } from '../contract.ts';
import { uuid } from '../fields.ts';

const mine = { tag: 'signatures', access: 'signed-in' } as const;

/**
 * Why a signature is not accepted. The first group are the statuses of E-IMZO-SERVER (−1, −5, −10 … −12, −20 … −23), the
 * second our own checks, the third failures on the way.
 */
export const SIGNATURE_REFUSALS = [
  'status-check-failed',
  'clock-wrong',
  'signature-invalid',
  'certificate-invalid',
  'certificate-not-valid-then',
  'challenge-expired',
  'timestamp-status-check-failed',
  'timestamp-signature-invalid',
  'timestamp-certificate-invalid',
  'timestamp-not-valid-then',

  'certificate-revoked',
  'unreadable',
  'other-document',
  'other-person',
  'no-personal-id',
  'account-without-id',
  'key-removed',
  'request-expired',

  'service-refused',
  'service-away',
] as const;
export type SignatureRefusal = (typeof SIGNATURE_REFUSALS)[number];

/** A longer document stays outside its signature: a request's body is 64 KiB at most. */
const MAX_PKCS7_BASE64 = 60_000;
const pkcs7Schema = z
  .string()
  .min(40)
  .max(MAX_PKCS7_BASE64)
  .regex(/^[A-Za-z0-9+/\r\n]+={0,2}[\r\n]*$/);

/** What to sign: exactly these bytes, within the half hour the request lives. A request is used once. */
export const documentToSignSchema = z.object({
  requestId: uuid,
  documentBase64: z.string(),
  expiresAt: z.iso.datetime(),
});

/** The answer to `documentToSignSchema`, signed by the person's key. */
export const signedAnswerSchema = z.strictObject({ requestId: uuid, pkcs7: pkcs7Schema });

export const signingOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed'), documentId: z.int(), signedAt: z.iso.datetime() }),
  z.object({ outcome: z.literal('refused'), reason: z.enum(SIGNATURE_REFUSALS) }),
]);
export type SigningOutcome = z.infer<typeof signingOutcomeSchema>;

const SIGNERS = ['e-imzo', 'development', 'none'] as const;

/** How people of this installation sign. `apiKeys` are pairs of domain and key for the E-IMZO application. */
export const signer = contract({
  name: 'signatures.signer',
  refusals: {},
  method: 'get',
  path: '/api/shop/e-signature/signer',
  summary: 'How documents are signed in this installation',
  tag: 'signatures',
  access: 'public',
  rateLimit: { perMinute: 60 },
  answer: z.object({ kind: z.enum(SIGNERS), apiKeys: z.array(z.string()) }),
});

const signatureKeySchema = z.object({
  serial: z.string(),
  /** Name in the certificate. */
  owner: z.string(),
  kind: z.enum(['natural', 'legal']),
  /** Full: only its owner sees it. */
  pinfl: z.string().nullable(),
  tin: z.string().nullable(),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime(),
  status: z.enum(['valid', 'not-yet-valid', 'expired']),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type SignatureKey = z.infer<typeof signatureKeySchema>;

export const signatureKeys = contract({
  ...mine,
  name: 'signatures.keys',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/e-signature-keys',
  summary: 'Keys I have signed with or added',
  rateLimit: { perMinute: 60 },
  answer: z.array(signatureKeySchema),
});

/** Valid for two minutes and one use; never cached. */
export const keyChallenge = contract({
  ...mine,
  name: 'signatures.challenge',
  refusals: {},
  method: 'post',
  path: '/api/shop/user/e-signature-keys/challenge',
  summary: 'A challenge to sign, which proves that a key is mine',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  answer: z.object({ challengeBase64: z.string() }),
});

export const addKey = contract({
  ...mine,
  name: 'signatures.add-key',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/user/e-signature-keys/add',
  summary: 'Add the key that signed the challenge',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ pkcs7: pkcs7Schema }),
  answer: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('added'), serial: z.string() }),
    z.object({ outcome: z.literal('refused'), reason: z.enum(SIGNATURE_REFUSALS) }),
  ]),
});

/** A removed key signs nothing more for this account until it is added again; what it signed stays. */
export const removeKey = contract({
  ...mine,
  name: 'signatures.remove-key',
  refusals: {},
  method: 'post',
  path: '/api/shop/user/e-signature-keys/remove',
  summary: 'Remove one of my keys',
  rateLimit: { perMinute: 20 },
  body: z.strictObject({ serial: z.string().regex(/^[0-9a-zA-Z]{1,64}$/) }),
  answer: z.object({ removed: z.boolean() }),
});

const DOCUMENT_KINDS = ['consent', 'order', 'order-import'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const signedDocumentSchema = z.object({
  id: z.int(),
  kind: z.enum(DOCUMENT_KINDS),
  /** What it is about: of a consent, the number of the offer's version. */
  subject: z.string(),
  signedAt: z.iso.datetime(),
  signer: z.enum(['e-imzo', 'development']),
  owner: z.string(),
  serial: z.string(),
  sizeBytes: z.int(),
  /** SHA-256 of the signed bytes, lower-case hex. */
  sha256: z.string(),
});
export type SignedDocument = z.infer<typeof signedDocumentSchema>;

export const signedDocuments = contract({
  ...mine,
  name: 'signatures.documents',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/signed-documents',
  summary: 'Documents I have signed, newest first',
  rateLimit: { perMinute: 60 },
  query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  answer: z.object({ items: z.array(signedDocumentSchema), total: z.int(), pageSize: z.int() }),
});

const one = { params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }) };

/** The text with the facts of its signature. Answers the bytes of the PDF. */
export const signedDocumentPdf = contract({
  ...mine,
  ...one,
  name: 'signatures.document-pdf',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/user/signed-documents/:id/pdf',
  summary: 'A document I signed, with the facts of its signature (PDF)',
  rateLimit: { perMinute: 20 },
  file: ['application/pdf'],
  answer: z.string(),
});

/** CMS SignedData with the document inside, as it came. Answers its bytes. */
export const signedDocumentPkcs7 = contract({
  ...mine,
  ...one,
  name: 'signatures.document-pkcs7',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/user/signed-documents/:id/pkcs7',
  summary: 'The signature itself, for checking elsewhere (PKCS#7)',
  rateLimit: { perMinute: 20 },
  file: ['application/pkcs7-mime'],
  answer: z.string(),
});

/** Checked again now, from the archived bytes. */
export const verifySignedDocument = contract({
  ...mine,
  ...one,
  name: 'signatures.verification',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/user/signed-documents/:id/verification',
  summary: 'Is the archived signature of my document genuine',
  rateLimit: { perMinute: 20 },
  answer: z.object({
    verified: z.boolean(),
    reason: z.enum(SIGNATURE_REFUSALS).nullable(),
    checkedAt: z.iso.datetime(),
  }),
});

const PASSWORD = z.string().min(6).max(100);

const developmentKeySchema = z.object({
  keyId: uuid,
  serial: z.string(),
  owner: z.string(),
  kind: z.enum(['natural', 'legal']),
  pinfl: z.string().nullable(),
  tin: z.string().nullable(),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime(),
});
export type DevelopmentKey = z.infer<typeof developmentKeySchema>;

/** Test keys stand in for the E-IMZO application where none is configured; otherwise these three answer 404. */
export const developmentKeys = contract({
  ...mine,
  name: 'signatures.development-keys',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/e-signature/development/keys',
  summary: 'My test keys',
  rateLimit: { perMinute: 60 },
  answer: z.array(developmentKeySchema),
});

export const issueDevelopmentKey = contract({
  ...mine,
  name: 'signatures.issue-development-key',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/e-signature/development/keys/issue',
  summary: 'Issue me a test key under a password of my choice',
  rateLimit: { perMinute: 10 },
  body: z.strictObject({ password: PASSWORD }),
  answer: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('issued'), key: developmentKeySchema }),
    z.object({ outcome: z.literal('refused'), reason: z.enum(['account-without-id', 'too-many-keys']) }),
  ]),
});

export const signWithDevelopmentKey = contract({
  ...mine,
  name: 'signatures.development-sign',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/e-signature/development/sign',
  summary: 'Sign bytes with one of my test keys',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    keyId: uuid,
    password: z.string().max(100),
    /** The document, which is then embedded in the signature; or only its SHA-256, for a detached signature. */
    content: z.union([
      z.strictObject({ documentBase64: z.base64().max(MAX_PKCS7_BASE64) }),
      z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    ]),
  }),
  answer: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signed'), pkcs7: z.string() }),
    z.object({ outcome: z.literal('wrong-password') }),
  ]),
});

export const signatureContracts = [
  signer,
  signatureKeys,
  keyChallenge,
  addKey,
  removeKey,
  signedDocuments,
  signedDocumentPdf,
  signedDocumentPkcs7,
  verifySignedDocument,
  developmentKeys,
  issueDevelopmentKey,
  signWithDevelopmentKey,
];
