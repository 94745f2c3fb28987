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
  decisions: Pick<Decisions, 'obstacleOf' | 'previewOf' | 'agreedOf' | 'standingOf'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A decision with what is known of it now. */
interface Judged extends Pick<Decision, 'facts' | 'obstacle'> {
  row: DecisionRow;
  /** Who agreed and counts. */
  agreed: readonly string[];
  /** How many must; null: it cannot be decided now, or was not asked. */
  needed: number | null;
}

/** Decisions of two persons for the console: each reader sees those of the kinds that are theirs to see. */
export function createReadDecisions({ db, decisions, namesOf }: ReadDecisionsDeps) {
  const kindsOf = ({ roles }: DecisionReader): DecisionKindName[] =>
    DECISION_KIND_NAMES.filter((kind) => hasRight(roles, DECISION_KINDS[kind].reads));

  const isOpen = (row: DecisionRow): boolean => allows(DECISION, row.state, 'decide');

  /** Nothing is judged of one that is over, or about something that is gone. */
  async function judged(row: DecisionRow): Promise<Judged> {
    const obstacle = isOpen(row) ? await decisions.obstacleOf(row) : null;
    const [{ agreed, needed }, facts] = await Promise.all([
      obstacle === null && isOpen(row) ? decisions.agreedOf(row) : { agreed: row.agreed_by, needed: null },
      row.facts ?? decisions.previewOf(row),
    ]);
    return { row, obstacle, agreed, needed, facts };
  }

  /** Of a page: their subjects are asked when one of them is opened. */
  async function listed(rows: readonly DecisionRow[]): Promise<Judged[]> {
    const standing = await decisions.standingOf(rows.filter(isOpen));
    return Promise.all(
      rows.map(async (row) => ({
        row,
        obstacle: standing.get(row.id)?.lapse ?? (isOpen(row) && row.unsubmitted ? 'unsubmitted' : null),
        agreed: standing.get(row.id)?.agreed ?? row.agreed_by,
        needed: null,
        facts: row.facts ?? row.proposed_facts ?? (await decisions.previewOf(row)),
      })),
    );
  }

  async function shown(found: readonly Judged[], reader: DecisionReader): Promise<Decision[]> {
    const people = found.flatMap(({ row }) => [
      row.proposed_by,
      ...row.agreed_by,
      ...(row.decided_by ? [row.decided_by] : []),
    ]);
    const names = await namesOf([...new Set(people)]);
    const person = (id: string) => ({ id, name: names.get(id) ?? '' });
    return found.map(({ row, obstacle, agreed, needed, facts }) => ({
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
      obstacle: obstacle === 'unsubmitted' && row.proposed_by === reader.personId ? null : obstacle,
      may: movesOf(row, reader, obstacle),
    }));
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
      return { items: await shown(await listed(rows), reader), open, total, page, size };
    },

    /** null: there is none, or the reader may not see its kind. */
    async one(id: number, reader: DecisionReader): Promise<Decision | null> {
      const row = await createDecisionsRepository(db).byId(id);
      if (!row || !kindsOf(reader).includes(row.kind)) return null;
      return (await shown([await judged(row)], reader))[0]!;
    },
  };
}
export type ReadDecisions = ReturnType<typeof createReadDecisions>;

function movesOf(
  { kind, state, proposed_by: proposer, agreed_by: agreed, unsubmitted }: DecisionRow,
  { personId, roles }: DecisionReader,
  obstacle: Decision['obstacle'],
): DecisionMove[] {
  if (!allows(DECISION, state, 'decide') || !hasRight(roles, DECISION_KINDS[kind].right)) return [];
  if (proposer === personId) return unsubmitted ? ['decide', 'withdraw'] : ['withdraw'];
  return obstacle === null && !agreed.includes(personId) ? ['decide', 'turn-down'] : ['turn-down'];
}
