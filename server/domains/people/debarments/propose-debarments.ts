import {
  createTurningDown,
  publicName,
  type AccountsService,
  type IsSamePerson,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { inTransaction, isUniqueViolation, type AnyDb } from '#server/platform/database/index.ts';
import { BAR } from '#shared/lifecycles/bar.ts';
import { BAR_PROPOSAL } from '#shared/lifecycles/bar-proposal.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import {
  BAR_MONTHS,
  BAR_PROPOSAL_WORKING_DAYS,
  CAUSES_OF_A_LOT,
  CAUSES_OF_A_STATE_LOT,
  COURT_BAR_YEARS_MAX,
  type DebarmentCause,
} from '#shared/limits/debarments.ts';
import { monthsOn } from '#shared/time/months-on.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { barNumberOf } from './bar-number.ts';
import { evidenceOf } from './bar-evidence.ts';
import { createDebarmentProposalsRepository, type NewProposal } from './bar-proposals.repository.ts';
import { barStateOn } from './bar-views.ts';
import { createDebarmentsRepository } from './debarments.repository.ts';
import type { SanctionsService } from './sanctions.service.ts';
import type { StoredProposal } from './sanctions-tables.ts';

/** A member of staff who acts. */
export interface DebarmentStaff {
  personId: string;
  name: string;
  /** Client address, for the action log. */
  address: string;
}

export type ProposeOutcome =
  | { outcome: 'begun'; proposalId: number }
  | {
      outcome:
        | 'none'
        | 'no-number'
        | 'lot-needed'
        | 'no-such-lot'
        | 'no-state-lot'
        | 'last-day'
        | 'proposed-already'
        | 'barred-already'
        | 'over';
    };
export type OwnProposalOutcome = {
  outcome: 'done' | 'none' | 'decided' | 'not-own' | 'no-evidence' | 'proposed-already';
};

interface WhomToBar {
  by: 'account' | 'pinfl' | 'stir';
  value: string;
}

export interface AskedBar {
  cause: DebarmentCause;
  lotId: number | null;
  /** `YYYY-MM-DD`, of a court's decision alone. */
  lastDay: string | null;
  reason: string;
}

export interface ProposeBarsDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId' | 'idsByNumber'>;
  sanctions: Pick<SanctionsService, 'stored' | 'refresh' | 'inForce' | 'causeName'>;
  files: Pick<FilesService, 'countsOf'>;
  actions: Pick<ActionLog, 'record'>;
  isSamePerson: IsSamePerson;
  /** Within the year after now. */
  workingCalendar(): Promise<WorkingCalendar>;
  now?: (() => number) | undefined;
}

/** One about a matter waits for its decision at a time. */
const OPEN_ALREADY = ['bar_proposal_one_add', 'bar_proposal_one_lift'];

/** What a member of staff proposes; a second one decides (decide-bars.ts). */
export function createProposeBars(deps: ProposeBarsDeps) {
  const { db, accounts, sanctions, files, actions, now = Date.now } = deps;
  const turning = createTurningDown(deps.isSamePerson);

  async function problemOf({ cause, lotId, lastDay }: AskedBar) {
    if (lotId === null) {
      if (CAUSES_OF_A_LOT.includes(cause)) return 'lot-needed' as const;
    } else {
      const [lot] = await createDebarmentsRepository(db).lots([lotId]);
      if (!lot) return 'no-such-lot' as const;
      if (CAUSES_OF_A_STATE_LOT.includes(cause) && lot.order_type !== 'state') return 'no-state-lot' as const;
    }
    const given = lastDay !== null;
    if (given !== (BAR_MONTHS[cause] === null)) return 'last-day' as const;
    const nowMs = now();
    const fits =
      !given || (lastDay >= tashkentDay(nowMs) && lastDay <= monthsOn(nowMs, COURT_BAR_YEARS_MAX * 12));
    return fits ? null : ('last-day' as const);
  }

  /** Begins a draft, with who did it in the log. */
  const begin = (
    proposal: Omit<NewProposal, 'by' | 'expiresAt'>,
    by: DebarmentStaff,
    calendar: WorkingCalendar,
  ): Promise<ProposeOutcome> =>
    inTransaction(db, async (tx) => {
      const expiresAt = deadlineAfter(calendar, new Date(now()), BAR_PROPOSAL_WORKING_DAYS);
      const proposals = createDebarmentProposalsRepository(tx);
      const id = (await proposals.isProposed(proposal))
        ? null
        : await proposals.add({ ...proposal, by, expiresAt });
      if (id === null) return { outcome: 'proposed-already' };
      await record(tx, by, proposal.kind === 'add' ? 'bar-proposed' : 'lift-proposed', id);
      return { outcome: 'begun', proposalId: id };
    });

  const record = (tx: AnyDb, by: DebarmentStaff, action: string, proposalId: number) =>
    actions.record(
      {
        personId: by.personId,
        address: by.address,
        type: 'bar',
        action,
        result: 'done',
        reason: `bar-proposal:${proposalId}`,
      },
      tx,
    );

  /** A change of one's own proposal under its lock. */
  const onOwn = (
    id: number,
    event: 'submit' | 'withdraw',
    by: DebarmentStaff,
    isReady: (tx: AnyDb, row: StoredProposal) => Promise<boolean>,
  ): Promise<OwnProposalOutcome> =>
    inTransaction(db, async (tx): Promise<OwnProposalOutcome> => {
      const proposals = createDebarmentProposalsRepository(tx);
      const row = await proposals.lock(id);
      if (!row) return { outcome: 'none' };
      if (row.proposed_by !== by.personId) return { outcome: 'not-own' };
      if (row.due || !allows(BAR_PROPOSAL, row.state, event)) return { outcome: 'decided' };
      if (!(await isReady(tx, row))) return { outcome: 'no-evidence' };
      await proposals.move(id, event);
      await record(tx, by, event === 'submit' ? 'submitted' : 'withdrawn', id);
      return { outcome: 'done' };
    }).catch((error: unknown): OwnProposalOutcome => {
      // Not retried: what a colleague has submitted about the same waits for its decision.
      if (OPEN_ALREADY.some((index) => isUniqueViolation(error, index)))
        return { outcome: 'proposed-already' };
      throw error;
    });

  async function personOf({ by, value }: WhomToBar) {
    const ids = by === 'account' ? [value] : await accounts.idsByNumber(by, value);
    for (const id of ids.toSorted()) {
      const person = await accounts.byId(id);
      const number = person && barNumberOf(person);
      // A director's PINFL is no number of the firm.
      if (!person || !number || (by !== 'account' && number.kind !== by)) continue;
      await sanctions.refresh(number.kind, number.value);
      const { idHash, idMasked } = sanctions.stored(number.kind, number.value);
      const [same, bars] = await Promise.all([
        accounts.idsByNumber(number.kind, number.value),
        sanctions.inForce(idHash),
      ]);
      return {
        personId: id,
        name: publicName(person.kind, person.name),
        idMasked,
        accounts: same.length,
        bars: bars.map(({ id: barId, cause, causeName, endDate }) => ({
          id: barId,
          cause,
          causeName,
          endDate,
        })),
      };
    }
    return null;
  }

  return {
    /**
     * One person by an exact number; null: there is none that could be barred. Recorded, found or not: whose a number is, is not asked
     * without a trace.
     * @param reader null: a command on the server
     */
    async find(whom: WhomToBar, reader: DebarmentStaff | null) {
      const found = await personOf(whom);
      if (reader)
        await actions.record({
          personId: reader.personId,
          address: reader.address,
          type: 'account',
          action: 'searched',
          result: 'done',
          reason: found && `person:${found.personId}`,
        });
      return found;
    },

    async propose(personId: string, asked: AskedBar, by: DebarmentStaff): Promise<ProposeOutcome> {
      const person = await accounts.byId(personId);
      if (!person) return { outcome: 'none' };
      const number = barNumberOf(person);
      if (!number) return { outcome: 'no-number' };
      const problem = await problemOf(asked);
      if (problem) return { outcome: problem };
      await sanctions.refresh(number.kind, number.value);
      const { idHash, idMasked } = sanctions.stored(number.kind, number.value);
      if (isBarredFor(await sanctions.inForce(idHash), asked)) return { outcome: 'barred-already' };
      return begin(
        {
          kind: 'add',
          personId,
          idHash,
          idMasked,
          barId: null,
          ...asked,
          causeName: await sanctions.causeName(asked.cause),
          nameMasked: publicName(person.kind, person.name),
        },
        by,
        await deps.workingCalendar(),
      );
    },

    async proposeLift(barId: number, reason: string, by: DebarmentStaff): Promise<ProposeOutcome> {
      const bar = await createDebarmentsRepository(db).find(barId);
      if (!bar) return { outcome: 'none' };
      if (!allows(BAR, barStateOn(tashkentDay(now()), bar), 'lift')) return { outcome: 'over' };
      const about = { personId: bar.person_id, idHash: bar.id_hash, idMasked: bar.id_masked };
      return begin(
        {
          kind: 'lift',
          ...about,
          nameMasked: bar.name_masked,
          barId,
          lotId: bar.lot_id,
          cause: null,
          causeName: null,
          lastDay: null,
          reason,
        },
        by,
        await deps.workingCalendar(),
      );
    },

    /** @throws 409 `asked-before`, `taken-back-before` for whose proposals about the number were turned down or taken back too often */
    submit: (id: number, by: DebarmentStaff): Promise<OwnProposalOutcome> =>
      onOwn(id, 'submit', by, async (tx, row) => {
        await turning.mustMayAsk(tx, matterOf(row), by.personId);
        return (await files.countsOf(tx, evidenceOf(id))).documents > 0;
      }),

    withdraw: (id: number, by: DebarmentStaff): Promise<OwnProposalOutcome> =>
      onOwn(id, 'withdraw', by, async (tx, row) => {
        // A draft is known to its author alone.
        if (row.submitted_at !== null) await turning.takeBack(tx, matterOf(row), by.personId);
        return true;
      }),
  };
}

/** What one person neither turns down nor proposes in vain again and again. */
export const matterOf = ({ kind, id_hash: hash }: Pick<StoredProposal, 'kind' | 'id_hash'>) =>
  `bar:${kind}:${hash}` as const;

export type ProposeBars = ReturnType<typeof createProposeBars>;

/** Is there a bar in force for the same cause and lot? One of a court that ends sooner than the next decision says leaves that to be recorded. */
export const isBarredFor = (
  bars: readonly { cause: DebarmentCause | null; lotId: number | null; endDate: string }[],
  { cause, lotId, lastDay }: Pick<AskedBar, 'cause' | 'lotId' | 'lastDay'>,
): boolean =>
  bars.some(
    (bar) => bar.cause === cause && bar.lotId === lotId && (lastDay === null || bar.endDate >= lastDay),
  );
