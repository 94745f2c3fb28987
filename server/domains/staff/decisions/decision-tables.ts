import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type {
  DecisionFact,
  DecisionKindName,
  DecisionObstacle,
  DecisionPayload,
} from '#shared/decisions/kinds.ts';
import type { DecisionState } from '#shared/lifecycles/decision.ts';

export interface DecisionTables {
  decision: {
    id: Generated<number>;
    kind: DecisionKindName;
    subject: string;
    payload: JSONColumnType<DecisionPayload>;
    digest: string;
    person_ids: string[];
    lot_id: number | null;
    reason: string;
    document: string | null;
    state: Generated<DecisionState>;
    proposed_by: string;
    /** A command proposed it in the name of who has yet to submit it at the console. */
    unsubmitted: Generated<boolean>;
    /** Who agreed to it where one is not enough, before the one who decided. */
    agreed_by: Generated<string[]>;
    proposed_at: Generated<Date>;
    expires_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    note: string | null;
    /** What it did. */
    facts: JSONColumnType<DecisionFact[]> | null;
    /** What it would do, as of the proposal; null: it was proposed before this was stored. */
    proposed_facts: JSONColumnType<DecisionFact[]> | null;
    problem: DecisionObstacle | null;
  };
}

export type DecisionRow = Selectable<DecisionTables['decision']>;
