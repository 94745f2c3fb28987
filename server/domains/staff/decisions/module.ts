import { hasLeft, formerStaff } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { defineModule, type Base, type Collected } from '#server/platform/modules/index.ts';
import { OPEN_DECISIONS } from '#shared/lifecycles/decision.ts';
import { decisionsExport } from './decisions-export.ts';
import { createDecisions, type DecisionsDeps } from './decisions.service.ts';
import { createReadDecisions } from './read-decisions.ts';

const LAPSE_MS = 60_000;

interface DecisionsNeeds extends Pick<Base, 'database'>, Pick<Collected, 'decisionKinds'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson: DecisionsDeps['isSamePerson'];
  isConcerned: DecisionsDeps['isConcerned'];
  moneyJudge: DecisionsDeps['judge'];
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const decisionsModule = defineModule({
  name: 'decisions',
  create({ database: { db }, decisionKinds: kinds, actions, ...needs }: DecisionsNeeds) {
    const { isSamePerson, isConcerned, moneyJudge: judge, namesOf } = needs;
    const decisions = createDecisions({
      db,
      kinds,
      actions,
      isSamePerson,
      isConcerned,
      judge,
      hasLeft,
      formerStaff,
    });
    return { decisions, readDecisions: createReadDecisions({ db, decisions, namesOf }) };
  },
  jobs: ({ decisions }) => [
    { name: 'lapse decisions', everyMs: LAPSE_MS, run: () => decisions.lapseExpired() },
  ],
  queues: [
    {
      page: 'decisions',
      right: 'readDecisions',
      table: 'decision',
      waits: { column: 'state', values: OPEN_DECISIONS },
      since: 'proposed_at',
      due: 'expires_at',
    },
  ],
  exports: ({ readDecisions }) => ({ 'console-decisions': decisionsExport(readDecisions) }),
});
