import { createHash } from 'node:crypto';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { qrSvg, SIGNED_CODE_CORRECTION } from '#server/platform/pdf/index.ts';
import {
  customerProtocols,
  fullProtocol,
  lotProtocols,
  protocolCode,
  protocolQr,
} from '#shared/api/cabinet/protocols.ts';

/** Names and requisites: a copy of it must not stay in a shared computer's cache. */
const PRIVATE = 'private, no-store';

/** Protocols of the person who is signed in, as the winner or as the customer; those of others do not exist for them. */
export function registerOwnProtocolRoutes(
  app: HttpApp,
  protocols: Pick<ProtocolsService, 'list' | 'fullCopy' | 'checkUrl' | 'codeFor'>,
): void {
  for (const [contract, side] of [
    [lotProtocols, 'winnerPersonId'],
    [customerProtocols, 'customerPersonId'],
  ] as const)
    registerContract(app, contract, async (call) => {
      const { personId } = call.signedIn();
      const { page, size, status } = call.query;
      const filter = { [side]: personId, ...(status ? { status } : {}) };
      return { ...(await protocols.list(filter, { limit: size, offset: (page - 1) * size })), page, size };
    });

  registerContract(app, fullProtocol, async (call) => {
    const file = await protocols.fullCopy(call.params.number, call.signedIn());
    if (!file) throw notFound();
    return fileReply({ ...file, mediaType: 'application/pdf' }, PRIVATE);
  });

  registerContract(app, protocolQr, async (call) => {
    const url = await protocols.checkUrl(call.params.number, call.signedIn());
    if (!url) throw notFound();
    return svgReply('qr.svg', qrSvg(url));
  });

  registerContract(app, protocolCode, async (call) => {
    const { number } = call.params;
    const code = await protocols.codeFor(number, call.signedIn());
    if (!code) throw notFound();
    return svgReply('code.svg', qrSvg(code, SIGNED_CODE_CORRECTION));
  });
}

function svgReply(name: string, svg: string) {
  const body = Buffer.from(svg);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return fileReply({ name, mediaType: 'image/svg+xml', sha256, body }, PRIVATE);
}
