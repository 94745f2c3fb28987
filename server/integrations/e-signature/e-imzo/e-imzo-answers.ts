import { z } from 'zod';
import { statedName } from '#shared/validation/person-name.ts';
import type { CertificateFacts } from '../port.ts';

/** Answers of E-IMZO-SERVER: only the fields read here; all may be missing when the status is not 1. */

/** `2027-01-10 23:59:59`, Tashkent time. */
const serverTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((text) => new Date(`${text.replace(' ', 'T')}+05:00`));

const nameSchema = z.record(z.string(), z.string());

const status = z.object({ status: z.number().int(), message: z.string().nullish() });

export const challengeAnswer = status.extend({ challenge: z.string().min(1).optional() });

export const authAnswer = status.extend({
  subjectCertificateInfo: z
    .object({
      serialNumber: z.string(),
      subjectName: nameSchema,
      validFrom: serverTime,
      validTo: serverTime,
    })
    .optional(),
});

export const pkcs7Answer = status.extend({ pkcs7b64: z.string().optional() });

const signerCertificate = z.object({
  serialNumber: z.string(),
  subjectInfo: nameSchema.optional(),
  /** One text in most versions, the parts in others. */
  subjectName: z.union([nameSchema, z.string()]).optional(),
  validFrom: serverTime,
  validTo: serverTime,
});

const signerInfo = z.object({
  signingTime: serverTime,
  timeStampInfo: z.object({ time: serverTime.optional(), verified: z.boolean().optional() }).nullish(),
  /** The user's, then those of the authorities. */
  certificate: z.array(signerCertificate).min(1),
  verified: z.boolean(),
  certificateVerified: z.boolean(),
  certificateValidAtSigningTime: z.boolean(),
  revokedStatusInfo: z.unknown().optional(),
});
export type SignerInfo = z.infer<typeof signerInfo>;

export const verifyAnswer = status.extend({
  pkcs7Info: z.object({ signers: z.array(signerInfo), documentBase64: z.string().optional() }).optional(),
});

const LEGAL_TIN = '1.2.860.3.16.1.1';
const PINFL = '1.2.860.3.16.1.2';

/** A certificate with an entity's tax number is a legal entity's. */
export function certificateOf(
  read: { serialNumber: string; validFrom: Date; validTo: Date },
  name: Readonly<Record<string, string>>,
): CertificateFacts {
  const legalTin = name[LEGAL_TIN] ?? null;
  return {
    serial: read.serialNumber,
    owner: statedName(name.CN ?? '').name,
    kind: legalTin === null ? 'natural' : 'legal',
    pinfl: name[PINFL] ?? null,
    tin: legalTin ?? name.UID ?? null,
    validFrom: read.validFrom,
    validTo: read.validTo,
  };
}

/** The name of the certificate's owner in parts, wherever this version of the server writes it. */
export function nameOf(certificate: SignerInfo['certificate'][number]): Record<string, string> {
  if (certificate.subjectInfo) return certificate.subjectInfo;
  return typeof certificate.subjectName === 'object' ? certificate.subjectName : {};
}
