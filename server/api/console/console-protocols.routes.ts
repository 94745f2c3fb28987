import type { StaffProtocols } from '#server/domains/trade/protocols/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleProtocols, reissueProtocol } from '#shared/api/console/console-protocols.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';

/** Protocols of all lots, for staff. */
export function registerConsoleProtocolRoutes(app: HttpApp, protocols: StaffProtocols): void {
  registerContract(app, consoleProtocols, async (call) => {
    const { lot: lotId, ...wanted } = call.query;
    const found = await protocols.list({ ...wanted, lotId, most: COUNTED_ROWS_MAX }, call.signedIn());
    return { ...found, page: wanted.page, size: wanted.size };
  });
  registerContract(app, reissueProtocol, (call) =>
    protocols.reissue({ ...call.params, ...call.body }, call.signedIn()),
  );
}
