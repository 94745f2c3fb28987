import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { demandProof, type ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { checkBlackList } from '#shared/api/checks.ts';
import type { SanctionsService } from './sanctions.service.ts';

export function registerSanctionRoutes(
  app: HttpApp,
  sanctions: Pick<SanctionsService, 'check'>,
  proofs: Pick<ProofOfWork, 'verify'>,
): void {
  registerContract(app, checkBlackList, async (call) => {
    const { kind, value, captcha } = call.body;
    await demandProof(proofs, captcha);
    call.res.set('Cache-Control', 'no-store');
    return { entries: await sanctions.check(kind, value) };
  });
}
