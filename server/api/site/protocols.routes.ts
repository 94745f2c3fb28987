import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type DailyCount, type HttpApp } from '#server/platform/http/index.ts';
import { demandProof, type ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { checkProtocol, PROTOCOL_CHECKS, protocolFile } from '#shared/api/site/checks.ts';

export interface ProtocolRoutesDeps {
  protocols: Pick<ProtocolsService, 'check' | 'file'>;
  proofs: Pick<ProofOfWork, 'verify'>;
  /** Counts the look-ups of an address; rejects beyond the day's limit. */
  today: DailyCount;
  /** Look-ups of an address that cost no work each day; `PROTOCOL_CHECKS.free` by default. */
  free?: number;
}

export function registerProtocolRoutes(
  app: HttpApp,
  { protocols, proofs, today, free = PROTOCOL_CHECKS.free }: ProtocolRoutesDeps,
): void {
  registerContract(app, checkProtocol, async (call) => {
    const { number, word, captcha } = call.query;
    // A protocol may be cancelled at any moment: this answer must not be cached.
    call.res.set('Cache-Control', 'no-store');
    const count = await today.take(call.address);
    if (count > free) {
      if (captcha === undefined) {
        // Nothing was looked up: the same call with its proof counts.
        await today.giveBack(call.address);
        throw ruleForbids('captcha-required');
      }
      await demandProof(proofs, captcha);
    }
    return { found: await protocols.check(number, word) };
  });
  registerContract(app, protocolFile, async (call) => {
    const { number, word } = call.query;
    // Counted like a look-up, since it reveals whether the word is right; it needs no proof of work.
    await today.take(call.address);
    const file = await protocols.file(number, word);
    if (!file) throw notFound();
    return fileReply({ ...file, mediaType: 'application/pdf' }, 'no-store');
  });
}
