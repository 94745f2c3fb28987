import { mustStillDecide } from '#server/domains/people/accounts/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { StaffResultCancellation } from '#shared/api/console/result-cancellations.ts';
import { allows, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  OPEN_RESULT_CANCELLATIONS,
  RESULT_CANCELLATION,
  RESULT_CANCELLATION_STATES,
  type ResultCancellationState,
  type UndoRefusal,
} from '#shared/lifecycles/result-cancellation.ts';
import type { ResultCancellation, ResultCancellationRow, SaleClaim } from './result-cancellation-tables.ts';
import {
  createResultCancellationsRepository,
  type ResultCancellationsRepository,
} from './result-cancellations.repository.ts';
import { createSaleClaimsRepository } from './sale-claims.repository.ts';
import type { UndoneSums, UndoPort } from './undo-port.ts';

export type CancellationOutcome =
  | { outcome: 'done'; cancellationId: number }
  | {
      outcome:
        | 'none'
        | 'over'
        | 'already-open'
        | 'no-document'
        | 'second-person'
        /** A colleague’s proposal is turned down, with the reason. */
        | 'another-person'
        | 'proposed-before'
        | 'turned-down-before'
        | 'sums-changed'
        /** Several sales of the lot can be cancelled: one is to be named. */
        | 'which-sale'
        | UndoRefusal;
    };

export interface CancellationViewer {
  personId: string;
  cancels: boolean;
}

interface Document {
  id: number;
  name: string;
  url: string;
}

export interface ResultCancellationsDeps {
  db: AnyDb;
  undoing: UndoPort;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  documentsOf(cancellationId: number): Promise<readonly Document[]>;
  /** On the given connection. */
  hasDocument(on: AnyDb, cancellationId: number): Promise<boolean>;
}

/** A proposal holds the payouts of its sale: no one does so again within so many days, nor turns down what others propose. */
const ONCE_IN_DAYS = 30;

/**
 * Cancellations of the result of a sold lot: one member of staff prepares it with a reason and documents and proposes it, a
 * second person approves it, which cancels the result in the same transaction, or turns it down.
 */
export function createResultCancellations({ db, undoing, ...deps }: ResultCancellationsDeps) {
  const { namesOf, isSamePerson, documentsOf, hasDocument } = deps;

  const onLocked = (
    id: number,
    event: Exclude<EventOf<typeof RESULT_CANCELLATION>, 'prepare' | 'close-with-result'>,
    work: (
      tx: AnyDb,
      row: ResultCancellation,
      cancellations: ResultCancellationsRepository,
    ) => Promise<CancellationOutcome>,
  ): Promise<CancellationOutcome> =>
    inTransaction(db, async (tx) => {
      const cancellations = createResultCancellationsRepository(tx);
      const seen = await cancellations.byId(id);
      if (!seen) return { outcome: 'none' };
      // First, as in every transaction about a result: a protest that is upheld closes the proposal under this lock.
      await lockSales(tx, seen.lot_id);
      const row = (await cancellations.lock(id))!;
      return allows(RESULT_CANCELLATION, row.state, event)
        ? work(tx, row, cancellations)
        : { outcome: 'over' };
    });

  /** Has this person, by any account, done the same about the sale before? */
  async function didBefore(
    tx: AnyDb,
    { lot_id: lotId, settlement_id: settlementId }: ResultCancellation,
    what: 'proposed_by' | 'decided_by',
    by: string,
  ): Promise<boolean> {
    const cancellations = createResultCancellationsRepository(tx);
    for (const before of await cancellations.triedBefore({ lotId, settlementId }, ONCE_IN_DAYS)) {
      const who = before[what];
      if (who !== null && (who === by || (await isSamePerson(tx, who, by)))) return true;
    }
    return false;
  }

  const previewOf = async ({
    lot_id: lotId,
    settlement_id: sale,
    return_tiyin: returnTiyin,
  }: ResultCancellation) =>
    returnTiyin === null || sale === null
      ? { ...(await undoing.preview(db, { lotId, settlementId: sale })), toSellerTiyin: 0 }
      : { ...(await undoing.previewEnd(db, sale, returnTiyin)), owedTiyin: 0 };

  const isOpen = (state: ResultCancellationState) =>
    (OPEN_RESULT_CANCELLATIONS as readonly ResultCancellationState[]).includes(state);

  async function shown(
    rows: readonly ResultCancellationRow[],
    viewer: CancellationViewer,
  ): Promise<StaffResultCancellation[]> {
    const people = rows.flatMap((row) =>
      row.decided_by ? [row.proposed_by, row.decided_by] : [row.proposed_by],
    );
    const [names, claims] = await Promise.all([
      namesOf([...new Set(people)]),
      createSaleClaimsRepository(db).ofSettlements(rows.flatMap((row) => row.settlement_id ?? [])),
    ]);
    const claimOf = new Map(claims.map((claim) => [claim.settlement_id, claim]));
    const person = (id: string) => ({ id, name: names.get(id) ?? '' });
    return Promise.all(
      rows.map(async (row) => {
        const open = isOpen(row.state);
        const [documents, preview] = await Promise.all([documentsOf(row.id), open ? previewOf(row) : null]);
        return {
          id: row.id,
          lotId: row.lot_id,
          saleNumber: row.sale_number,
          title: row.lot_title,
          lotStatus: row.lot_status,
          reason: row.reason,
          kind: row.kind,
          state: row.state,
          proposedBy: person(row.proposed_by),
          createdAtMs: row.created_at.getTime(),
          proposedAtMs: row.proposed_at?.getTime() ?? null,
          decidedBy: row.decided_by === null ? null : person(row.decided_by),
          decidedAtMs: row.decided_at?.getTime() ?? null,
          note: row.note,
          returnsTiyin: preview?.returnedTiyin ?? row.returned_tiyin ?? 0,
          owedTiyin: preview?.owedTiyin ?? row.owed_tiyin ?? 0,
          toSellerTiyin: preview?.toSellerTiyin ?? row.to_seller_tiyin ?? 0,
          blockedBy: preview?.blockedBy ?? null,
          claim: row.settlement_id === null ? null : claimView(claimOf.get(row.settlement_id)),
          documents: documents.map(({ id, name, url }) => ({ id, name, url })),
          may: movesOf(row, viewer, {
            blockedBy: preview?.blockedBy ?? null,
            hasDocument: documents.length > 0,
          }),
        };
      }),
    );
  }

  return {
    async list(
      viewer: CancellationViewer,
      query: { state: 'open' | 'all' | ResultCancellationState; lotId?: number; page: number; size: number },
    ) {
      const { state, lotId, page, size } = query;
      const states =
        state === 'open'
          ? OPEN_RESULT_CANCELLATIONS
          : state === 'all'
            ? RESULT_CANCELLATION_STATES
            : ([state] as const);
      const cancellations = createResultCancellationsRepository(db);
      const [found, open] = await Promise.all([
        cancellations.page(
          { states, ...(lotId === undefined ? {} : { lotId }) },
          { limit: size, offset: (page - 1) * size, order: state === 'open' ? 'oldest' : 'newest' },
        ),
        cancellations.count({ states: OPEN_RESULT_CANCELLATIONS }),
      ]);
      const { total } = found;
      return { items: await shown(found.items, viewer), open, mayBegin: viewer.cancels, total, page, size };
    },

    async one(id: number, viewer: CancellationViewer): Promise<StaffResultCancellation> {
      const row = await createResultCancellationsRepository(db).rowOf(id);
      if (!row) throw new Error(`there is no result cancellation ${id}`);
      const [view] = await shown([row], viewer);
      return view!;
    },

    /** A repeat by the same person answers with the one being prepared. */
    async prepare(
      lotId: number,
      proposal: {
        reason: string;
        by: string;
        /** Which sale of a lot at a fixed price. */
        settlementId?: number | undefined;
        /** The sale ends because its parts are late, and this much goes back to the buyer; null: it is cancelled. */
        returnTiyin?: number | null | undefined;
        /** By the seller; not of a sale with late parts. */
        notHandedOver?: boolean | undefined;
      },
    ): Promise<CancellationOutcome> {
      return inTransaction(db, async (tx): Promise<CancellationOutcome> => {
        // A protest that is upheld at this moment closes it, or leaves no result to cancel.
        await lockSales(tx, lotId);
        const cancellations = createResultCancellationsRepository(tx);
        const { reason, by, returnTiyin = null } = proposal;
        const fault = proposal.notHandedOver ? 'not-handed-over' : 'cancel';
        const kind = returnTiyin === null ? fault : 'default';
        const [settlementId, another] = await cancellations.cancellable(lotId, proposal.settlementId);
        if (settlementId === undefined) return { outcome: 'status' };
        if (another !== undefined) return { outcome: 'which-sale' };
        if (returnTiyin !== null && settlementId !== null) {
          const { blockedBy } = await undoing.previewEnd(tx, settlementId, returnTiyin);
          // A payout in flight is settled before it is approved.
          if (blockedBy && blockedBy !== 'payout-in-flight') return { outcome: blockedBy };
        }
        if (await cancellations.isProposed({ lotId, settlementId })) return { outcome: 'already-open' };
        const id = await cancellations.prepare({ lotId, settlementId, reason, by, kind, returnTiyin });
        if (id !== null) return { outcome: 'done', cancellationId: id };
        const own = await cancellations.preparedBy(by, { lotId, settlementId });
        return own?.reason === reason && own.return_tiyin === returnTiyin && own.kind === kind
          ? { outcome: 'done', cancellationId: own.id }
          : { outcome: 'already-open' };
      });
    },

    /** By anyone with the right, who answers for it then: the second person is another one than they. */
    propose: (id: number, by: string): Promise<CancellationOutcome> =>
      onLocked(id, 'propose', async (tx, row, cancellations) => {
        const { lot_id: lotId, settlement_id: settlementId } = row;
        if (!(await hasDocument(tx, id))) return { outcome: 'no-document' };
        if (await cancellations.isProposed({ lotId, settlementId })) return { outcome: 'already-open' };
        if (await didBefore(tx, row, 'proposed_by', by)) return { outcome: 'proposed-before' };
        await cancellations.move(id, 'propose', { by });
        await undoing.holdPayouts(tx, { lotId, settlementId }, by);
        return { outcome: 'done', cancellationId: id };
      }),

    /** @param expected the sums that the member of staff has seen */
    async approve(
      id: number,
      { by, expected }: { by: string; expected: UndoneSums },
    ): Promise<CancellationOutcome> {
      const seen = await createResultCancellationsRepository(db).byId(id);
      const end =
        seen?.kind === 'default'
          ? await undoing.prepareEnd({ lotId: seen.lot_id, settlementId: seen.settlement_id! })
          : null;
      return onLocked(id, 'approve', async (tx, row, cancellations) => {
        // The call was judged before the lock: both accounts of one person may have passed at the same instant.
        if (row.proposed_by === by || (await isSamePerson(tx, row.proposed_by, by)))
          return { outcome: 'second-person' };
        await mustStillDecide(tx, row.proposed_by, 'cancelResults');
        const { lot_id: lotId, settlement_id: settlementId, reason, return_tiyin: returnTiyin } = row;
        if (returnTiyin !== null && end) {
          if (expected.returnedTiyin !== returnTiyin || expected.owedTiyin !== 0)
            return { outcome: 'sums-changed' };
          const ended = await end(tx, { returnTiyin, reason, actor: by });
          if (ended.outcome === 'refused') return { outcome: ended.reason };
          const { toSellerTiyin } = ended;
          await cancellations.move(id, 'approve', {
            by,
            returnedTiyin: returnTiyin,
            owedTiyin: 0,
            toSellerTiyin,
          });
          await cancellations.closeOfLot(lotId, settlementId);
          return { outcome: 'done', cancellationId: id };
        }
        const notHandedOver = row.kind === 'not-handed-over';
        const undone = await undoing.undo(tx, {
          lotId,
          settlementId,
          reason,
          actor: by,
          expected,
          notHandedOver,
        });
        if (undone.outcome === 'refused') return { outcome: undone.reason };
        if (undone.already) return { outcome: 'status' };
        const { returnedTiyin, owedTiyin } = undone;
        await cancellations.move(id, 'approve', { by, returnedTiyin, owedTiyin });
        await cancellations.closeOfLot(lotId, settlementId);
        return { outcome: 'done', cancellationId: id };
      });
    },

    turnDown: (id: number, { by, note }: { by: string; note: string }): Promise<CancellationOutcome> =>
      onLocked(id, 'turn-down', async (tx, row, cancellations) => {
        if (row.proposed_by === by || (await isSamePerson(tx, row.proposed_by, by)))
          return { outcome: 'second-person' };
        if (await didBefore(tx, row, 'decided_by', by)) return { outcome: 'turned-down-before' };
        await cancellations.move(id, 'turn-down', { by, note });
        return { outcome: 'done', cancellationId: id };
      }),

    /** By the one who prepared or proposed it. */
    drop: (id: number, by: string): Promise<CancellationOutcome> =>
      onLocked(id, 'drop', async (_tx, { proposed_by: author }, cancellations) => {
        if (author !== by) return { outcome: 'another-person' };
        await cancellations.move(id, 'drop');
        return { outcome: 'done', cancellationId: id };
      }),
  };
}
export type ResultCancellations = ReturnType<typeof createResultCancellations>;

function claimView(claim: SaleClaim | undefined): StaffResultCancellation['claim'] {
  // Of before buyers were owed, when the whole price went back at once.
  if (!claim || claim.buyer_id === null) return null;
  return {
    id: claim.id,
    amountTiyin: claim.amount_tiyin,
    sinceMs: claim.created_at.getTime(),
    ended: claim.ended,
    endedAtMs: claim.ended_at?.getTime() ?? null,
    court: claim.court,
  };
}

function movesOf(
  { state, proposed_by: proposer }: ResultCancellation,
  viewer: CancellationViewer,
  { blockedBy, hasDocument }: { blockedBy: UndoRefusal | null; hasDocument: boolean },
): StaffResultCancellation['may'] {
  if (!viewer.cancels) return [];
  const own = proposer === viewer.personId;
  const may: StaffResultCancellation['may'] = [];
  if (own && allows(RESULT_CANCELLATION, state, 'propose')) may.push('documents');
  if (hasDocument && allows(RESULT_CANCELLATION, state, 'propose')) may.push('propose');
  if (!own && blockedBy === null && allows(RESULT_CANCELLATION, state, 'approve')) may.push('approve');
  if (!own && allows(RESULT_CANCELLATION, state, 'turn-down')) may.push('turn-down');
  if (own && allows(RESULT_CANCELLATION, state, 'drop')) may.push('drop');
  return may;
}
