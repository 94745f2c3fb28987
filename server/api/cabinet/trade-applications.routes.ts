import type { RoomShown, TradeApplicationsService } from '#server/domains/trade/trade-applications/index.ts';
import type { LotsService } from '#server/domains/trade/lots/index.ts';
import { forbidden, notFound } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type { JoinPractice } from '#server/workflows/index.ts';
import { gameCount, joinPractice, lotGameInfo, roomBase } from '#shared/api/cabinet/trade-applications.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { orElsewhere } from '../site/ask-elsewhere.ts';

export interface TradeApplicationRouteDeps {
  tradeApplications: TradeApplicationsService;
  lots: Pick<LotsService, 'details'>;
  /** The person who sells the lot; null: the operator's own. */
  sellerOf(lotId: number): Promise<string | null>;
  rooms: RoomShown;
  /** Whether this process sends its people to others: what it says of rooms is not current then. */
  sendsAway: () => boolean;
  joinPractice: JoinPractice;
}

const seesEveryRoom = ({ person }: Pick<Call, 'person'>): boolean =>
  hasRight(person?.roles ?? [], 'watchRooms');

export function registerTradeApplicationRoutes(app: HttpApp, deps: TradeApplicationRouteDeps): void {
  const { tradeApplications, lots, rooms, sellerOf } = deps;

  registerContract(app, roomBase, async (call) => {
    const { lotId } = call.params;
    const staff = seesEveryRoom(call);
    const [lot, me] = await Promise.all([
      lots.details(lotId, { staff }),
      tradeApplications.mine(lotId, call.person),
    ]);
    if (!lot || !me) throw notFound();
    const maySell = call.person?.roles.includes('customer') ?? false;
    return {
      lot,
      paymentWorkingDays: lot.paymentWorkingDays,
      result: lot.result,
      nextLotId: lot.nextLotId,
      sells: maySell && (await sellerOf(lotId)) === call.person?.personId,
      me,
    };
  });

  registerContract(app, lotGameInfo, async (call) => {
    const { epoch, after } = call.query;
    const since = epoch === undefined || after === undefined ? undefined : { epoch, seq: after };
    const visitor = call.person && {
      person: call.person.personId,
      seesEveryRoom: seesEveryRoom(call),
    };
    const info = await rooms.roomInfo(call.params.lotId, visitor, since);
    if (info === 'not-found') throw notFound();
    if (info === 'no-access') throw forbidden('no-access');
    return orElsewhere(deps, info);
  });

  registerContract(app, gameCount, (call) => tradeApplications.countCurrent(call.signedIn().personId));

  registerContract(app, joinPractice, async (call) => {
    const answer = await deps.joinPractice(call.body.lotId, call.signedIn());
    if (!answer) throw notFound();
    return answer;
  });
}
