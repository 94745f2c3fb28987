import type { DecideRelistings, Relistings } from '#server/domains/trade/relistings/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleRelistings, postponeRepeat } from '#shared/api/console/relistings.ts';

type Outcome = Awaited<ReturnType<DecideRelistings['postpone']>>;

/** Lots that were not sold and are put on trade again, for staff. */
export function registerConsoleRelistingRoutes(
  app: HttpApp,
  { repeats, deciding }: { repeats: Pick<Relistings, 'forStaff' | 'one'>; deciding: DecideRelistings },
): void {
  async function answer(lotId: number, { outcome }: Outcome) {
    if (outcome === 'over') throw conflict('repeats.over');
    if (outcome === 'day') throw ruleForbids('repeats.day');
    const repeat = outcome === 'none' ? null : await repeats.one(lotId);
    if (!repeat) throw notFound();
    return repeat;
  }

  registerContract(app, consoleRelistings, (call) => {
    const { lotId, ...query } = call.query;
    return repeats.forStaff({ ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  registerContract(app, postponeRepeat, async (call) => {
    const { lotId } = call.params;
    const staff = { personId: call.signedIn().personId, address: call.address };
    return answer(lotId, await deciding.postpone(lotId, call.body, staff));
  });
}
