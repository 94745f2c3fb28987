import type { Records } from '#server/domains/staff/records/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleRecord } from '#shared/api/console/records.ts';

/** One record and those related to it. */
export function registerRecordRoutes(app: HttpApp, records: Records): void {
  registerContract(app, consoleRecord, (call) => {
    const { personId, roles } = call.signedIn();
    return records.of(call.params.kind, call.params.number, { personId, roles, address: call.address });
  });
}
