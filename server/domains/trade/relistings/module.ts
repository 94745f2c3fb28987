import type { IsSamePerson } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotsRepository, RelistedLots } from '#server/domains/trade/lots/index.ts';
import type { OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { BLOCKED_REPEATS } from '#shared/lifecycles/repeat.ts';
import { createDecideRelistings } from './decide-relistings.ts';
import { repeatsExport } from './relistings-export.ts';
import { createRelistings } from './relistings.service.ts';
import { stopRepeat } from './stop-repeat.ts';

interface RepeatsNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson: IsSamePerson;
  lotsRepository: LotsRepository;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  orderMoves: OrderMoves;
  orderTrade: OrderTrade;
  reference: ReferenceService;
  repeatedLots: RelistedLots;
}

export const relistingsModule = defineModule({
  name: 'relistings',
  create({ database: { db }, namesOf, actions, isSamePerson, reference, ...needs }: RepeatsNeeds) {
    const { lotsRepository: lots, repeatedLots, orderTrade: orders, orderMoves: moves } = needs;
    return {
      repeats: createRelistings({ db, namesOf }),
      decideRepeats: createDecideRelistings({
        db,
        lots,
        repeatedLots,
        orders,
        moves,
        reference,
        actions,
        isSamePerson,
      }),
    };
  },
  decisions: ({ orderTrade, orderMoves }) => [stopRepeat({ orders: orderTrade, moves: orderMoves })],
  queues: [
    {
      page: 'repeats',
      right: 'readRepeats',
      table: 'repeat_plan',
      waits: { column: 'state', values: BLOCKED_REPEATS },
      since: 'planned_at',
    },
  ],
  exports: ({ repeats }) => ({ 'console-repeats': repeatsExport(repeats) }),
});
