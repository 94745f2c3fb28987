import { createHash } from 'node:crypto';
import {
  createTurningDown,
  holdUpErasures,
  isErased,
  type Matter,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { Concerned, DecisionKind, MovedMoney } from '#server/platform/modules/index.ts';
import type { DECISION_LAPSES, Proposed } from '#shared/api/console/decisions.ts';
import {
  DECISION_KINDS,
  type DecisionKindName,
  type DecisionObstacle,
  type DecisionPayload,
} from '#shared/decisions/kinds.ts';
import { hasRight, type StaffRight } from '#shared/api/console/staff-rights.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { Role } from '#shared/api/contract.ts';
import type { DecisionRow } from './decision-tables.ts';
import { createDecisionsRepository } from './decisions.repository.ts';

export interface DecisionsDeps {
  db: AnyDb;
  /** Of all modules: complete when the product is composed. */
  kinds: readonly DecisionKind[];
  actions: Pick<ActionLog, 'record'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  isConcerned(on: AnyDb, personId: string, concerned: Concerned): Promise<boolean>;
  /** Of money in the name of staff. */
  judge: MoneyJudgement;
  /** Is it somebody who had the right and has it no longer, or whose account is shut? */
  hasLeft(on: AnyDb, personId: string, right: StaffRight): Promise<boolean>;
  /** The same for screens, which block no transaction. */
  formerStaff(on: AnyDb, ids: readonly string[], right: StaffRight): Promise<ReadonlySet<string>>;
}

/** What decisions ask of the judge of money in the name of staff. */
interface MoneyJudgement {
  /** Before all other locks. */
  lock(tx: AnyDb): Promise<void>;
  judge(
    on: AnyDb,
    item: MovedMoney,
    acting: { by: string | null; before: readonly string[] },
  ): Promise<{ approvers: 1 | 2; refused: 'own-money' | 'second-person' | null }>;
}

export interface DecisionStaff {
  personId: string;
  roles: readonly Role[];
  /** Client address, for the action log. */
  address: string;
}

/** Why it lapsed at this attempt: it can no longer be decided. */
export type DecisionLapse = (typeof DECISION_LAPSES)[number];

/** Every kind refuses alike. */
type DecisionRefusal =
  | { outcome: 'none' | 'no-right' | 'own-interest' | 'second-person' | 'not-own' | 'over' }
  | { outcome: 'open-already' | 'no-document' }
  | { outcome: DecisionLapse }
  /** It stays as it is; of a decision, open. */
  | { outcome: 'not-now'; why: DecisionObstacle };
export type DecisionOutcome = { outcome: 'done'; decisionId: number } | DecisionRefusal;

export interface NewProposal {
  reason: string;
  document: string | null;
  /** By a command on the server, which does not know who runs it: colleagues decide once who is named has submitted it at the console. */
  byCommand?: boolean;
}

/** Takes what was written of an effect back. */
class NotApplied extends Error {
  readonly why: DecisionObstacle;

  constructor(why: DecisionObstacle) {
    super(`the effect of a decision was refused: ${why}`);
    this.why = why;
  }
}

/** What the judge of money refuses, as decisions of every kind say it. */
const REFUSED = {
  'own-money': 'own-interest',
  'second-person': 'second-person',
} as const;

/** One member of staff proposes, a second person decides, and the effect is in the transaction of the decision. */
export function createDecisions(deps: DecisionsDeps) {
  const { db, kinds, actions, isSamePerson, isConcerned, hasLeft, judge } = deps;
  const turning = createTurningDown(isSamePerson);

  function kindOf(name: DecisionKindName): DecisionKind {
    const found = kinds.find((kind) => kind.name === name);
    if (!found) throw new Error(`no module of this process gives the kind of decision "${name}"`);
    return found;
  }

  const log = (tx: AnyDb, { personId, address }: DecisionStaff, action: string, id: number) =>
    actions.record({ personId, address, type: 'decision', action, result: 'done', reason: String(id) }, tx);

  /** What makes an open one impossible for good. */
  async function lapseOf(on: AnyDb, row: DecisionRow, left: boolean): Promise<DecisionLapse | null> {
    if (isOver(row)) return 'expired';
    if (left) return 'proposer-left';
    const state = await kindOf(row.kind).stateOf(on, row.payload);
    return state === null || digestOf(state) !== row.digest ? 'changed' : null;
  }

  /** Has this person, under any account, a part in what is decided, by now? */
  async function hasPart(
    on: AnyDb,
    { kind, payload, ...row }: DecisionRow,
    personId: string,
  ): Promise<boolean> {
    const lots = (await kindOf(kind).lots?.(on, payload)) ?? [];
    return isConcerned(on, personId, { personIds: row.person_ids, lotId: row.lot_id, lots });
  }

  /** Of a colleague who proposed or agreed: they have left, or have come to take part in what is decided. */
  const countsNoMore = async (tx: AnyDb, row: DecisionRow, personId: string): Promise<boolean> =>
    (await hasLeft(tx, personId, DECISION_KINDS[row.kind].right)) || (await hasPart(tx, row, personId));

  /** Under the locks: a dismissal at the same instant waits. */
  const lapseNow = async (tx: AnyDb, row: DecisionRow): Promise<DecisionLapse | null> =>
    lapseOf(tx, row, await countsNoMore(tx, row, row.proposed_by));

  /** The judge's lock first, then that of the subject. */
  async function lock(tx: AnyDb, kind: DecisionKind, payload: DecisionPayload): Promise<void> {
    if (kind.money) await judge.lock(tx);
    await kind.lock(tx, payload);
  }

  /**
   * How many agree to what was proposed, and why this person may not be one of them. Who proposes money that leaves sends it, and is none of
   * those who approve.
   */
  async function agreement(on: AnyDb, row: DecisionRow, by: string | null) {
    const money = await kindOf(row.kind).money?.(on, row.payload);
    if (!money) return { needed: 1, refused: null };
    const before = [row.proposed_by, ...row.agreed_by];
    const { approvers, refused } = await judge.judge(on, money, { by, before });
    return { needed: money.leaves ? approvers : 1, refused };
  }

  /** A step about an open one, under the locks of its subject and of itself, by staff with the right who have no part in it. */
  const onOpen = (
    id: number,
    by: DecisionStaff,
    event: 'decide' | 'turn-down' | 'withdraw',
    work: (tx: AnyDb, row: DecisionRow, kind: DecisionKind) => Promise<DecisionOutcome>,
  ): Promise<DecisionOutcome> =>
    inTransaction(db, async (tx) => {
      const decisions = createDecisionsRepository(tx);
      const seen = await decisions.byId(id);
      if (!seen || !hasRight(by.roles, DECISION_KINDS[seen.kind].reads)) return { outcome: 'none' };
      const { right } = DECISION_KINDS[seen.kind];
      if (!hasRight(by.roles, right) || (await hasLeft(tx, by.personId, right)))
        return { outcome: 'no-right' };
      const kind = kindOf(seen.kind);
      await lock(tx, kind, seen.payload);
      const row = (await decisions.lock(id))!;
      if (!allows(DECISION, row.state, event)) return { outcome: 'over' };
      if (event !== 'withdraw' && (await hasPart(tx, row, by.personId))) return { outcome: 'own-interest' };
      const own = row.proposed_by === by.personId;
      if (event === 'decide' && row.unsubmitted && own) {
        await decisions.submit(id);
        await log(tx, by, 'submitted', id);
        return { outcome: 'done', decisionId: id };
      }
      // A right is of the account alone: by a phone that somebody states, they would take back what a colleague proposed.
      if (event === 'withdraw') return own ? work(tx, row, kind) : { outcome: 'not-own' };
      if (own || (await isSamePerson(tx, row.proposed_by, by.personId))) return { outcome: 'second-person' };
      return work(tx, row, kind);
    });

  /** Those who agreed and still count. */
  async function stillAgree(tx: AnyDb, row: DecisionRow): Promise<number> {
    let count = 0;
    for (const each of row.agreed_by) if (!(await countsNoMore(tx, row, each))) count += 1;
    return count;
  }

  async function attempt(id: number, by: DecisionStaff): Promise<DecisionOutcome> {
    return onOpen(id, by, 'decide', async (tx, row, kind) => {
      const decisions = createDecisionsRepository(tx);
      const lapse = await lapseNow(tx, row);
      if (lapse) {
        await decisions.move(id, 'lapse', { note: lapse });
        return { outcome: lapse };
      }
      const why = row.unsubmitted ? 'unsubmitted' : await kind.judge(tx, row.payload, by.personId);
      if (why) return { outcome: 'not-now', why };
      const { needed, refused } = await agreement(tx, row, by.personId);
      if (refused) return { outcome: REFUSED[refused] };
      if ((await stillAgree(tx, row)) + 1 < needed) {
        await decisions.agree(id, by.personId);
        await log(tx, by, 'agreed', id);
        return { outcome: 'done', decisionId: id };
      }
      const facts = await kind.preview(tx, row.payload);
      await decisions.move(id, 'decide', { by: by.personId, facts });
      await log(tx, by, 'decided', id);
      const failed = await kind.apply(tx, row.payload, {
        decisionId: id,
        proposedBy: row.proposed_by,
        decidedBy: by.personId,
        reason: row.reason,
        document: row.document,
      });
      if (failed) throw new NotApplied(failed);
      return { outcome: 'done', decisionId: id };
    });
  }

  return {
    /** What an open one waits for, for screens; null: it can be decided. */
    async obstacleOf(row: DecisionRow): Promise<DecisionLapse | DecisionObstacle | null> {
      const left = await deps.formerStaff(db, [row.proposed_by], DECISION_KINDS[row.kind].right);
      const lapse = await lapseOf(db, row, left.has(row.proposed_by));
      if (lapse === null && row.unsubmitted) return 'unsubmitted';
      return lapse ?? kindOf(row.kind).judge(db, row.payload, null);
    },
    /** Who has agreed and counts, and how many must, for screens. */
    async agreedOf(row: DecisionRow): Promise<{ agreed: string[]; needed: number }> {
      const left = await deps.formerStaff(db, row.agreed_by, DECISION_KINDS[row.kind].right);
      const { needed } = await agreement(db, row, null);
      return { agreed: row.agreed_by.filter((each) => !left.has(each)), needed };
    },
    /**
     * The same for lists, without asking each subject whether it has changed or can be decided: lapses that need no subject,
     * and who has agreed and counts. One statement for each right.
     */
    async standingOf(
      rows: readonly DecisionRow[],
    ): Promise<ReadonlyMap<number, { lapse: DecisionLapse | null; agreed: string[] }>> {
      const rights = [...new Set(rows.map(({ kind }) => DECISION_KINDS[kind].right))];
      const leftOf = new Map(
        await Promise.all(
          rights.map(async (right) => {
            const own = rows.filter(({ kind }) => DECISION_KINDS[kind].right === right);
            const people = own.flatMap((row) => [row.proposed_by, ...row.agreed_by]);
            return [right, await deps.formerStaff(db, people, right)] as const;
          }),
        ),
      );
      return new Map(
        rows.map((row) => {
          const left = leftOf.get(DECISION_KINDS[row.kind].right)!;
          return [
            row.id,
            {
              lapse: isOver(row) ? 'expired' : left.has(row.proposed_by) ? 'proposer-left' : null,
              agreed: row.agreed_by.filter((each) => !left.has(each)),
            },
          ];
        }),
      );
    },
    previewOf: (row: DecisionRow) => kindOf(row.kind).preview(db, row.payload),

    propose: (
      { kind: name, payload }: Proposed,
      { reason, document, byCommand = false }: NewProposal,
      by: DecisionStaff,
    ): Promise<DecisionOutcome> =>
      inTransaction(db, async (tx): Promise<DecisionOutcome> => {
        const rule = DECISION_KINDS[name];
        const kind = kindOf(name);
        if (!hasRight(by.roles, rule.right) || (await hasLeft(tx, by.personId, rule.right)))
          return { outcome: 'no-right' };
        if (rule.document === 'needed' && document === null) return { outcome: 'no-document' };
        await lock(tx, kind, payload);
        const state = await kind.stateOf(tx, payload);
        if (state === null) return { outcome: 'none' };
        const concerned = await kind.concerns(tx, payload);
        // An erasure of any of them finds this one, or is over.
        await holdUpErasures(tx, concerned.personIds);
        const lots = (await kind.lots?.(tx, payload)) ?? [];
        if (await isConcerned(tx, by.personId, { ...concerned, lots })) return { outcome: 'own-interest' };
        const money = await kind.money?.(tx, payload);
        const verdict = money && (await judge.judge(tx, money, { by: by.personId, before: [] }));
        if (verdict?.refused) return { outcome: REFUSED[verdict.refused] };
        for (const id of (await kind.accounts?.(tx, payload)) ?? [])
          if (await isErased(tx, id)) return { outcome: 'not-now', why: 'no-account' };
        const why = await kind.judge(tx, payload, by.personId);
        if (why) return { outcome: 'not-now', why };
        const decisions = createDecisionsRepository(tx);
        const subject = kind.subjectOf(payload);
        const matter = matterOf(kind, payload);
        const open = await decisions.lockOpen(name, subject);
        const lapse = open && (await lapseNow(tx, open));
        if (open && lapse) await decisions.move(open.id, 'lapse', { note: lapse });
        // Who can have the subject changed would otherwise propose it without end.
        if (open && lapse === 'changed') await turning.takeBack(tx, matter, open.proposed_by);
        await turning.mustMayAsk(tx, matter, by.personId);
        const decisionId = await decisions.add({
          kind: name,
          subject,
          payload,
          digest: digestOf(state),
          personIds: concerned.personIds,
          lotId: concerned.lotId,
          facts: await kind.preview(tx, payload),
          reason,
          document,
          by: by.personId,
          unsubmitted: byCommand,
          openMs: rule.openMs,
        });
        if (decisionId === null) return { outcome: 'open-already' };
        await log(tx, by, 'proposed', decisionId);
        return { outcome: 'done', decisionId };
      }),

    /** Effect and decision are committed together, or neither; an effect that fails leaves it open, with the reason. */
    async decide(id: number, by: DecisionStaff): Promise<DecisionOutcome> {
      try {
        return await attempt(id, by);
      } catch (error) {
        const why = error instanceof NotApplied ? error.why : 'fault';
        // Not retried: the transaction was rolled back, and this is a note for staff. Without a database there is none.
        const [noted] = await Promise.allSettled([createDecisionsRepository(db).failed(id, why)]);
        if (error instanceof NotApplied && noted.status === 'fulfilled') return { outcome: 'not-now', why };
        throw error;
      }
    },

    turnDown: (id: number, note: string, by: DecisionStaff): Promise<DecisionOutcome> =>
      onOpen(id, by, 'turn-down', async (tx, row) => {
        const matter = matterOf(kindOf(row.kind), row.payload);
        // Who is named by a command has not asked for it yet.
        if (!row.unsubmitted)
          await turning.turnDown(tx, matter, { by: by.personId, askedBy: row.proposed_by });
        await createDecisionsRepository(tx).move(id, 'turn-down', { by: by.personId, note });
        await log(tx, by, 'turned-down', id);
        return { outcome: 'done', decisionId: id };
      }),

    withdraw: (id: number, by: DecisionStaff): Promise<DecisionOutcome> =>
      onOpen(id, by, 'withdraw', async (tx, row, kind) => {
        // What a command proposed in this person's name they have not asked for.
        if (!row.unsubmitted) await turning.takeBack(tx, matterOf(kind, row.payload), row.proposed_by);
        await createDecisionsRepository(tx).move(id, 'withdraw');
        await log(tx, by, 'withdrawn', id);
        return { outcome: 'done', decisionId: id };
      }),

    lapseExpired: () => createDecisionsRepository(db).lapse(),
  };
}
export type Decisions = ReturnType<typeof createDecisions>;

/** What one person neither turns down nor proposes in vain again and again. */
const matterOf = (kind: DecisionKind, payload: DecisionPayload): Matter =>
  `decision:${kind.name}:${kind.matterOf?.(payload) ?? kind.subjectOf(payload)}`;

const isOver = ({ expires_at: at }: DecisionRow): boolean => at.getTime() <= Date.now();
const digestOf = (state: object): string => createHash('sha256').update(JSON.stringify(state)).digest('hex');
