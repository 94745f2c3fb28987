import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type DecisionKind } from '#server/platform/modules/index.ts';
import { isResumeAt } from './resume-time.ts';
import { createTechnicalBreaksRepository } from './technical-breaks.repository.ts';

interface EndTechnicalBreakDeps {
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const breakOf = (on: AnyDb, id: number) => createTechnicalBreaksRepository(on).find(id);

/**
 * All rooms of a break go on, at once or at an instant: who chooses when bidding goes on chooses who is awake. The rooms are resumed by
 * the next round.
 */
const endTechnicalBreak = ({ namesOf }: EndTechnicalBreakDeps): DecisionKind<'end-technical-break'> => ({
  name: 'end-technical-break',
  subjectOf: ({ breakId }) => `technical-break:${breakId}`,

  async lock(tx, { breakId }) {
    await createTechnicalBreaksRepository(tx).lock(breakId);
  },

  async stateOf(on, { breakId }) {
    const row = await breakOf(on, breakId);
    return row && { endedAt: row.ended_at };
  },

  concerns: async () => ({ personIds: [], lotId: null }),

  async lots(on, { breakId }) {
    const rooms = await createTechnicalBreaksRepository(on).rooms([breakId]);
    return rooms.map(({ lotId }) => lotId);
  },

  async judge(on, { breakId, resumeAtMs }) {
    const row = await breakOf(on, breakId);
    if (!row || row.ended_at !== null) return 'nothing-to-do';
    return resumeAtMs === null || isResumeAt(resumeAtMs, Date.now()) ? null : 'resume-instant';
  },

  async preview(on, { breakId, resumeAtMs }) {
    const rooms = await createTechnicalBreaksRepository(on).rooms([breakId]);
    return [
      { fact: 'rooms', type: 'count', count: rooms.filter(({ suspended }) => suspended === 'done').length },
      ...(resumeAtMs === null ? [] : [{ fact: 'resumption', type: 'time', atMs: resumeAtMs } as const]),
    ];
  },

  async apply(tx, { breakId, resumeAtMs }, { decidedBy, reason, decisionId }) {
    const name = (await namesOf([decidedBy])).get(decidedBy) ?? '';
    const ended = await createTechnicalBreaksRepository(tx).end(
      breakId,
      { personId: decidedBy, name },
      { reason, resumeAt: resumeAtMs === null ? null : new Date(resumeAtMs), decisionId },
    );
    return ended ? null : 'nothing-to-do';
  },
});

/** What two of staff decide about all rooms: their processes decide it also where they reach no room. */
export const technicalBreakDecisions = defineModule({
  name: 'technical-break-decisions',
  create: (_needs: EndTechnicalBreakDeps) => ({}),
  decisions: ({ namesOf }) => [endTechnicalBreak({ namesOf })],
});
