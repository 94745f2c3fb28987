import type { AuctionService } from '#server/auction/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { RoomCommands } from '#server/domains/trade/trade-applications/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createPlayRehearsals } from './play-rehearsals.ts';
import { createRehearsals } from './rehearsals.ts';

const PLAY_MS = 1_500;
const END_OVERDUE_MS = 60_000;

interface RehearsingNeeds extends Pick<Base, 'database' | 'texts'> {
  auction: AuctionService;
  lotsRepository: LotsRepository;
  reference: ReferenceService;
  roomCommands: RoomCommands;
  openRoom: (lotId: number) => Promise<void>;
  actions: Pick<ActionLog, 'record'>;
}

/** Practice rooms of staff, and the participants that the platform plays in them. */
export const rehearsingModule = defineModule({
  name: 'rehearsing',
  create: ({ database: { db }, auction, lotsRepository: lots, roomCommands, ...needs }: RehearsingNeeds) => {
    const { reference, openRoom, actions, texts } = needs;
    return {
      rehearsals: createRehearsals({ db, lots, reference, rooms: roomCommands, openRoom, actions, texts }),
      playRehearsals: createPlayRehearsals({ db, auction }),
    };
  },
  jobs: ({ rehearsals, playRehearsals }, log) => [
    {
      name: 'play rehearsals',
      everyMs: PLAY_MS,
      run: () =>
        playRehearsals((error, lotId) =>
          log.warn({ err: error, lotId }, 'no offer in a rehearsal this time'),
        ),
    },
    { name: 'end overdue rehearsals', everyMs: END_OVERDUE_MS, run: () => rehearsals.endOverdue() },
  ],
});
