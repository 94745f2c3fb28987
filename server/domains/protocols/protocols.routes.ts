import { notFound } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { checkProtocol, protocolFile } from '#shared/api/checks.ts';
import type { ProtocolsService } from './protocols.service.ts';

export function registerProtocolRoutes(
  app: HttpApp,
  protocols: Pick<ProtocolsService, 'check' | 'file'>,
): void {
  registerContract(app, checkProtocol, async (call) => {
    // A protocol may be cancelled at any moment: no copy of this answer may be kept.
    call.res.set('Cache-Control', 'no-store');
    return { found: await protocols.check(call.query.number) };
  });
  registerContract(app, protocolFile, async (call) => {
    const file = await protocols.file(call.query.number);
    if (!file) throw notFound();
    return fileReply({ ...file, mediaType: 'application/pdf' }, 'no-store');
  });
}
