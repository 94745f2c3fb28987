/**
 * Codes of six digits, sent by SMS and e-mail, that confirm one thing of one person once. Issued and checked in the
 * database, so that limits hold over all nodes and concurrent calls; if a dependency is unavailable, nothing is sent or
 * accepted.
 *
 * ```ts
 * const sent = sentOrRefuse(await codes.issue({ purpose: 'apply', subject: `lot:${lotId}`, personId,
 *   channels: { phone: person.phone, email: person.email }, address: call.address }));
 * refuseUnlessRight(await codes.verify({ purpose: 'apply', subject: `lot:${lotId}`, personId, code: call.body.code }));
 * ```
 */
import type { AnyDb } from '#server/platform/database/index.ts';
import { createCodesRepository } from './codes.repository.ts';
import { buildOneTimeCodes, type OneTimeCodes, type OneTimeCodesDeps } from './one-time-codes.ts';

export type { CodeSender } from './code-sender-port.ts';
export type { IssueOutcome, OneTimeCodes, VerifyOutcome } from './one-time-codes.ts';
export { refuseUnlessRight, sentOrRefuse, type CodeSent } from './code-refusals.ts';
export { watchCodes } from './watch-codes.ts';

/**
 * @param options.db a transaction may be given, so that a right code and what it confirms are one; a wrong try must then be
 * committed all the same, or it is not counted
 */
export function createOneTimeCodes(options: { db: AnyDb } & Omit<OneTimeCodesDeps, 'codes'>): OneTimeCodes {
  const { db, ...rest } = options;
  return buildOneTimeCodes({ ...rest, codes: createCodesRepository(db) });
}
