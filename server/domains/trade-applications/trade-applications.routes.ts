import type { LotsService } from '#server/domains/lots/index.ts';
import { forbidden, notFound } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import { gameCount, joinPractice, lotGameInfo, roomBase } from '#shared/api/trade-applications.ts';
import type { RoomEntrance } from './room-door.ts';
import type { TradeApplicationsService } from './trade-applications.service.ts';

export interface TradeApplicationRouteDeps<Room> {
  tradeApplications: TradeApplicationsService;
  lots: Pick<LotsService, 'details'>;
  entrance: RoomEntrance<Room>;
}

const visitorOf = ({ person, session }: Pick<Call, 'person' | 'session'>) =>
  person && session && { person: person.personId, roles: person.roles, sessionId: session.handle };

export function registerTradeApplicationRoutes<Room>(
  app: HttpApp,
  deps: TradeApplicationRouteDeps<Room>,
): void {
  const { tradeApplications, lots, entrance } = deps;

  registerContract(app, roomBase, async (call) => {
    const { lotId } = call.params;
    const [lot, me] = await Promise.all([lots.details(lotId), tradeApplications.mine(lotId, call.person)]);
    if (!lot || !me) throw notFound();
    return { lot, paymentWorkingDays: lot.paymentWorkingDays, result: lot.result, me };
  });

  registerContract(app, lotGameInfo, async (call) => {
    const visitor = visitorOf(call);
    const room = await entrance.enter(call.params.lotId, visitor);
    if (room === 'not-found') throw notFound();
    if (room === 'no-access') throw forbidden('no-access');
    const { after } = call.query;
    // `show` needs a real room: the two refusals above are the only texts `enter` gives.
    const entered = room as Room;
    if (after !== undefined) await entrance.reach(entered, after);
    const { ok: _, ...shown } = entrance.show(entered, visitor, after);
    return shown;
  });

  registerContract(app, gameCount, (call) => tradeApplications.countCurrent(call.signedIn().personId));

  registerContract(app, joinPractice, async (call) => {
    const answer = await tradeApplications.joinPractice(call.body.lotId, call.signedIn().personId);
    if (!answer) throw notFound();
    return answer;
  });
}
