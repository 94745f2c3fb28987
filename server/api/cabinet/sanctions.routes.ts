import type { SanctionsService } from '#server/domains/people/debarments/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { demandProof, type ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { checkBlackList } from '#shared/api/site/checks.ts';

/** Look-ups of one address within a day. */
export const BLACK_LIST_CHECKS_PER_DAY = 100;

export function registerSanctionRoutes(
  app: HttpApp,
  sanctions: Pick<SanctionsService, 'check'>,
  proofs: Pick<ProofOfWork, 'verify'>,
  /** Counts the calls of an address; rejects beyond the day's limit. */
  countToday: (address: string) => Promise<void>,
): void {
  registerContract(app, checkBlackList, async (call) => {
    const { kind, value, captcha } = call.body;
    await demandProof(proofs, captcha);
    await countToday(call.address);
    call.res.set('Cache-Control', 'no-store');
    return { entries: await sanctions.check(kind, value) };
  });
}
