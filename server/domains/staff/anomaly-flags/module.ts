import { AUCTION_EVENTS } from '#server/auction/index.ts';
import { OFFER_EVENTS } from '#server/domains/trade/second-offers/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { UNFINISHED_FLAGS } from '#shared/lifecycles/anomaly-flag.ts';
import { anomalyFlagsExport } from './anomaly-flags-export.ts';
import { createAnomalyFlags, type AnomalyFlagsDeps } from './anomaly-flags.service.ts';
import { runCheckFlagsCommand } from './check-flags/check-flags-command.ts';
import { createJudgeEndedAuctions } from './judge-ended-auctions.ts';

const JUDGE_MS = 10_000;
const NIGHT_MS = 600_000;

interface AnomalyFlagsNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  conflicts: { lotsOf: AnomalyFlagsDeps['lotsOf'] };
  tasks: Pick<StaffTasksService, 'colleagues'>;
}

export const anomalyFlagsModule = defineModule({
  name: 'anomaly-flags',
  create: ({ database: { db }, actions, conflicts, tasks }: AnomalyFlagsNeeds) => ({
    anomalyFlags: createAnomalyFlags({
      db,
      record: (action, tx) => actions.record(action, tx),
      colleagues: () => tasks.colleagues(),
      lotsOf: (personId) => conflicts.lotsOf(personId),
    }),
    judgeEndedAuctions: createJudgeEndedAuctions(db),
  }),
  queues: [
    {
      page: 'anomaly-flags',
      right: 'readAnomalyFlags',
      table: 'anomaly_flag',
      waits: { column: 'state', values: UNFINISHED_FLAGS },
      since: 'raised_at',
    },
  ],
  listeners: ({ judgeEndedAuctions }) => ({
    [OFFER_EVENTS.accepted]: [
      {
        name: 'judge-auction-again',
        handle: ({ lotId }, tx) => judgeEndedAuctions.close(lotId as number, tx),
      },
    ],
    [AUCTION_EVENTS.hammer]: [
      {
        name: 'note-closed-auction',
        handle: ({ entry }, tx) => judgeEndedAuctions.close((entry as { lotId: number }).lotId, tx),
      },
    ],
  }),
  jobs: ({ judgeEndedAuctions }) => [
    { name: 'judge ended auctions', everyMs: JUDGE_MS, run: () => judgeEndedAuctions.judgeDue() },
    { name: 'judge the day again', everyMs: NIGHT_MS, run: () => judgeEndedAuctions.noteNight() },
  ],
  exports: ({ anomalyFlags }) => ({ 'console-anomaly-flags': anomalyFlagsExport(anomalyFlags) }),
  commands: [
    {
      name: 'check-flags',
      usage: 'check-flags [--seed N] [--recorded FILE]',
      about:
        'what the signs of anomalies find: precision and recall on synthetic auctions with planted rings, and how many honest auctions they flag; --recorded reads real ones',
      run: ({ args, out }) => runCheckFlagsCommand(args, out),
    },
  ],
});
