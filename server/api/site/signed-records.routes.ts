import type { SignedRecords } from '#server/domains/trade/signed-records/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { ATTEMPTS_PAGE, ownAttempts, receipt } from '#shared/api/site/signed-records.ts';
import { receiptReply } from '../receipt-reply.ts';

export function registerSignedRecordRoutes(app: HttpApp, records: SignedRecords): void {
  registerContract(app, ownAttempts, async (call) => {
    const { lotId } = call.params;
    const { personId } = call.signedIn();
    const [found, counted] = await Promise.all([
      records.ownAttempts(lotId, personId, ATTEMPTS_PAGE + 1, call.query.beforeUs),
      records.countedAttempts(lotId, personId),
    ]);
    return { attempts: found.slice(0, ATTEMPTS_PAGE), more: found.length > ATTEMPTS_PAGE, counted };
  });

  registerContract(app, receipt, async (call) => {
    const { lotId, bidId } = call.params;
    const signed = await records.receiptOf({ lotId, person: call.signedIn().personId, bidId });
    if (signed === null) throw notFound();
    if (signed === 'undecided') throw conflict('game-view.undecided');
    return receiptReply(signed);
  });
}
