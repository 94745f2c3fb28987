import type { SignatureKey } from '#shared/api/cabinet/signatures.ts';
import type { KnownCertificate } from './certificates.repository.ts';

/** Whether a key may sign at this instant (ms), by the dates of its certificate. */
export function keyStatus(
  { validFrom, validTo }: Pick<KnownCertificate, 'validFrom' | 'validTo'>,
  nowMs: number,
): SignatureKey['status'] {
  if (nowMs < validFrom.getTime()) return 'not-yet-valid';
  return nowMs > validTo.getTime() ? 'expired' : 'valid';
}
