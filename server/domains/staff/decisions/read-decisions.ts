import type { AnyDb } from '#server/platform/database/index.ts';
import type { Role } from '#shared/api/contract.ts';
import type { Decision, DecisionMove } from '#shared/api/console/decisions.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { DECISION_KIND_NAMES, DECISION_KINDS, type DecisionKindName } from '#shared/decisions/kinds.ts';
import { DECISION, DECISION_STATES, type DecisionState } from '#shared/lifecycles/decision.ts';
import { allows, stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { DecisionRow } from './decision-tables.ts';
import { createDecisionsRepository } from './decisions.repository.ts';
import type { Decisions } from './decisions.service.ts';

export interface DecisionReader {
  personId: string;
  roles: readonly Role[];
}

interface ReadDecisionsDeps {
  db: AnyDb;
  decisions: Pick<Decisions, 'obstacleOf' | 'previewOf' | 'agreedOf'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Decisions of two persons for the console: each reader sees those of the kinds that are theirs to see. */
export function createReadDecisions({ db, decisions, namesOf }: ReadDecisionsDeps) {
  const kindsOf = ({ roles }: DecisionReader): DecisionKindName[] =>
    DECISION_KIND_NAMES.filter((kind) => hasRight(roles, DECISION_KINDS[kind].reads));

  async function shown(rows: readonly DecisionRow[], reader: DecisionReader): Promise<Decision[]> {
    const people = rows.flatMap((row) => [
      row.proposed_by,
      ...row.agreed_by,
      ...(row.decided_by ? [row.decided_by] : []),
    ]);
    const names = await namesOf([...new Set(people)]);
    const person = (id: string) => ({ id, name: names.get(id) ?? '' });
    return Promise.all(
      rows.map(async (row) => {
        const open = allows(DECISION, row.state, 'decide');
        const obstacle = open ? await decisions.obstacleOf(row) : null;
        const [{ agreed, needed }, facts] = await Promise.all([
          // Of one that is over, or about something that is gone, nothing is judged.
          obstacle === null && open ? decisions.agreedOf(row) : { agreed: row.agreed_by, needed: null },
          row.facts ?? decisions.previewOf(row),
        ]);
        return {
          id: row.id,
          kind: row.kind,
          state: row.state,
          facts,
          reason: row.reason,
          document: row.document,
          proposedBy: person(row.proposed_by),
          proposedAtMs: row.proposed_at.getTime(),
          agreedBy: agreed.map(person),
          agreeNeeded: needed,
          expiresAtMs: row.expires_at.getTime(),
          decidedBy: row.decided_by === null ? null : person(row.decided_by),
          decidedAtMs: row.decided_at?.getTime() ?? null,
          note: row.note,
          problem: row.problem,
          obstacle,
          may: movesOf(row, reader, obstacle),
        };
      }),
    );
  }

  return {
    async list(
      reader: DecisionReader,
      query: {
        state: DecisionState | 'all';
        kind?: DecisionKindName | undefined;
        page: number;
        size: number;
      },
    ) {
      const { state, kind, page, size } = query;
      const kinds = kindsOf(reader).filter((each) => kind === undefined || each === kind);
      const states = state === 'all' ? DECISION_STATES : [state];
      const stored = createDecisionsRepository(db);
      if (kinds.length === 0) return { items: [], open: 0, total: 0, page, size };
      const [rows, total, open] = await Promise.all([
        stored.page(kinds, states, { limit: size, offset: (page - 1) * size }),
        stored.count(kinds, states),
        stored.count(kinds, [stateAfter(DECISION, 'propose')]),
      ]);
      return { items: await shown(rows, reader), open, total, page, size };
    },

    /** null: there is none, or the reader may not see its kind. */
    async one(id: number, reader: DecisionReader): Promise<Decision | null> {
      const row = await createDecisionsRepository(db).byId(id);
      if (!row || !kindsOf(reader).includes(row.kind)) return null;
      return (await shown([row], reader))[0]!;
    },
  };
}
export type ReadDecisions = ReturnType<typeof createReadDecisions>;

function movesOf(
  { kind, state, proposed_by: proposer, agreed_by: agreed }: DecisionRow,
  { personId, roles }: DecisionReader,
  obstacle: Decision['obstacle'],
): DecisionMove[] {
  if (!allows(DECISION, state, 'decide') || !hasRight(roles, DECISION_KINDS[kind].right)) return [];
  if (proposer === personId) return ['withdraw'];
  return obstacle === null && !agreed.includes(personId) ? ['decide', 'turn-down'] : ['turn-down'];
}
