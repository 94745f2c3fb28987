import type { OrdersService } from '#server/domains/trade/orders/index.ts';
import type { Protests } from '#server/domains/trade/protests/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type {
  AdmitProtest,
  DecideOutcome,
  Decision,
  DecideProtest,
  FileProtest,
} from '#server/workflows/index.ts';
import { isStaffRole } from '#shared/api/contract.ts';
import {
  admitProtest,
  consoleProtests,
  dismissProtest,
  fileProtest,
  myProtests,
  protestOfLot,
  protestsOfOrder,
  refuseProtest,
  upholdProtest,
  withdrawProtest,
} from '#shared/api/cabinet/protests.ts';

export interface ProtestRouteDeps {
  protests: Protests;
  filing: FileProtest;
  admitting: Pick<AdmitProtest, 'admit' | 'refuse'>;
  deciding: Pick<DecideProtest, 'uphold' | 'dismiss'>;
  reading: OrdersService['reading'];
}

/** Protests against results of auctions: for participants, for customers of the lots, for staff. */
export function registerProtestRoutes(
  app: HttpApp,
  { protests, filing, admitting, deciding, reading }: ProtestRouteDeps,
): void {
  registerContract(app, myProtests, (call) => protests.mine(call.signedIn().personId, call.query));

  registerContract(app, protestOfLot, async (call) => {
    const found = await protests.ofLot(call.params.lotId, call.signedIn());
    if (!found) throw notFound();
    return found;
  });

  registerContract(app, fileProtest, async (call) => {
    const { personId, roles } = call.signedIn();
    const isStaff = roles.some((role) => isStaffRole(role));
    const filed = await filing.file({ ...call.body, personId, isStaff });
    if (filed.outcome === 'no-lot') throw notFound();
    if (filed.outcome === 'refused') return { verdict: 'refused' as const, reason: filed.reason };
    const protest = (await protests.find(filed.protestId, personId))!;
    return { verdict: 'filed' as const, already: filed.already, protest };
  });

  registerContract(app, withdrawProtest, async (call) => {
    const { personId } = call.signedIn();
    const { protestId } = call.body;
    if (!(await protests.find(protestId, personId))) throw notFound();
    const withdrawn = await filing.withdraw(protestId, personId);
    const protest = (await protests.find(protestId, personId))!;
    return withdrawn.outcome === 'withdrawn'
      ? { verdict: 'withdrawn' as const, already: withdrawn.already, protest }
      : { verdict: 'over' as const, protest };
  });

  registerContract(app, protestsOfOrder, async (call) => {
    const viewer = call.signedIn();
    const { id } = await reading.row(viewer.personId, call.params.orderId);
    return { items: await protests.ofOrder(id, viewer) };
  });

  registerContract(app, consoleProtests, (call) => {
    const { lotId, ...query } = call.query;
    return protests.list(call.signedIn(), { ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  /** A step of staff about one protest: how it is now, unless it could not be taken. */
  const taking =
    (step: (protestId: number, decision: Decision) => Promise<DecideOutcome>) =>
    async (call: Pick<Call<typeof admitProtest>, 'params' | 'body' | 'signedIn'>) => {
      const { protestId } = call.params;
      const viewer = call.signedIn();
      const { outcome } = await step(protestId, { reason: call.body.reason, by: viewer.personId });
      if (outcome === 'none') throw notFound();
      if (outcome !== 'done') throw conflict(`protests.${outcome}`);
      return protests.one(protestId, viewer);
    };
  registerContract(app, admitProtest, taking(admitting.admit));
  registerContract(app, refuseProtest, taking(admitting.refuse));
  registerContract(app, upholdProtest, taking(deciding.uphold));
  registerContract(app, dismissProtest, taking(deciding.dismiss));
}
