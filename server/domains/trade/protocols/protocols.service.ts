import type { AuctionLogRepository } from '#server/auction/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { MinutesCause, SaleCause } from '#shared/lifecycles/protocol-causes.ts';
import type { ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { isCheckWord } from './check-word.ts';
import { checkAddress, createProtocolCopies, signedCode, type CopiesDeps } from './protocol-copies.ts';
import { partyOf, roomFacts, termsOfLot, type PartyReading } from './protocol-facts.ts';
import type { ProtocolFile } from './protocol-files.repository.ts';
import type { Copy } from './protocol-tables.ts';
import { protocolNumber } from './protocol-number.ts';
import { checkedProtocol, ownProtocol } from './protocol-views.ts';
import type {
  NewProtocol,
  ProtocolFilter,
  ProtocolRow,
  ProtocolsRepository,
  SaleAsked,
} from './protocols.repository.ts';
import type { Protocol } from '#shared/api/site/checks.ts';
import type { SignedStatus } from '#shared/trust/protocol-status.ts';
import type { OwnProtocol, ShownProtocol } from '#shared/api/cabinet/protocols.ts';

interface SaleToRecord {
  lotId: number;
  cause: SaleCause;
  priceTiyin: number;
  winnerPersonId: string;
  winnerNumber: number;
  /** The hammer, or the acceptance of the offer. */
  endedAt: Date;
}

/** An auction that ended without a sale. */
interface MinutesToRecord {
  lotId: number;
  cause: MinutesCause;
  endedAt: Date;
}

export type OutcomeToRecord = SaleToRecord | MinutesToRecord;

/** A protocol with all it will state, ready to be written; see `prepare`. */
export type PreparedProtocol = NewProtocol;

interface ProtocolViewer {
  personId: string;
  roles: readonly string[];
}

export interface ProtocolsService {
  /** Records an outcome once, in its own transaction; returns the number, also of an earlier call. Throws as `prepare`. */
  record(outcome: OutcomeToRecord): Promise<string>;
  /**
   * Reads all that a protocol states, before the transaction that records it: the transaction must not wait for another
   * connection. Throws a RangeError when the lot or the winner is unknown.
   */
  prepare(outcome: OutcomeToRecord): Promise<PreparedProtocol>;
  /**
   * Records in the caller's transaction, once; returns the number, also of an earlier call. Locks the year's numbers: to be
   * called last.
   */
  recordIn(tx: AnyDb, prepared: PreparedProtocol): Promise<string>;
  /**
   * Cancels the sale's protocol of a lot, and its minutes too where the reason undoes the auction, in the caller's
   * transaction. Returns the numbers; none when nothing was in force.
   */
  cancelIn(
    tx: AnyDb,
    lotId: number,
    reason: ProtocolCancelReason,
    /** Of this sale alone; absent: of the lot. */
    settlementId?: number | null,
  ): Promise<string[]>;
  /**
   * The last protocol of a lot: the reserve winner's where the first was cancelled. Null: none. With its check word and the
   * path of the full copy for the winner, the customer and staff with the right only. Of a lot at a fixed price that of the named
   * sale, otherwise of the viewer's last purchase of it, or of the last one.
   */
  shownTo(
    lotId: number,
    viewer: ProtocolViewer | null,
    settlementId?: number | null,
  ): Promise<ShownProtocol | null>;
  /** The same of several, in their order. */
  shownOfEach(asked: readonly SaleAsked[], viewer: ProtocolViewer | null): Promise<(ShownProtocol | null)[]>;
  /** The public part of a protocol, with its check word also the masked winner; null: no such number. */
  check(typed: string, word?: string): Promise<Protocol | null>;
  /** Its document, masked; null: no such number, or a wrong word. */
  file(typed: string, word: string): Promise<ProtocolFile | null>;
  /** One's own copy, or for staff who may see requisites the full one; null for anyone else. */
  fullCopy(typed: string, viewer: ProtocolViewer): Promise<ProtocolFile | null>;
  /** The URL its QR code carries; null for anyone but the winner, the customer and staff who see check words. */
  checkUrl(typed: string, viewer: ProtocolViewer): Promise<string | null>;
  /** The text of its signed code, which is checked without the site; null for anyone but those of `checkUrl`. */
  codeFor(typed: string, viewer: ProtocolViewer): Promise<string | null>;
  /** The signed list of all protocols that were cancelled at its instant, ten seconds ago at most. */
  status(): Promise<SignedStatus>;
  /** Signs what is recorded under a number: the protocol, and that it is cancelled where it is. May be repeated. */
  sign(number: string): Promise<void>;
  /** Protocols of a winner, or of a customer, newest first. */
  list(
    filter: ProtocolFilter,
    page: { limit: number; offset: number },
  ): Promise<{ items: OwnProtocol[]; total: number }>;
}

export interface ProtocolsDeps extends PartyReading, CopiesDeps {
  db: AnyDb;
  protocols: ProtocolsRepository;
  lots: Pick<LotsRepository, 'get'>;
  log: Pick<AuctionLogRepository, 'readRoom'>;
}

/** The winner and the customer, and staff with the right. */
const maySee = (
  row: ProtocolRow,
  viewer: ProtocolViewer | null,
  right: 'seeProtocolWords' | 'seeRequisites',
): boolean =>
  viewer !== null &&
  (viewer.personId === row.sale?.winnerPersonId ||
    viewer.personId === row.customerPersonId ||
    hasRight(viewer.roles, right));

function shownProtocol(row: ProtocolRow, viewer: ProtocolViewer | null): ShownProtocol {
  const { number, cause, status, word, fileUrl } = ownProtocol(row);
  const { sale } = row;
  return {
    number,
    cause,
    status,
    sale: sale && { buyerNumber: sale.winnerNumber, priceTiyin: sale.priceTiyin },
    word: maySee(row, viewer, 'seeProtocolWords') ? word : null,
    fileUrl: maySee(row, viewer, 'seeRequisites') ? fileUrl : null,
  };
}

/** null: the viewer has none. */
function copyFor(row: ProtocolRow, viewer: ProtocolViewer): Copy | null {
  if (viewer.personId === row.sale?.winnerPersonId) return 'winner';
  if (viewer.personId === row.customerPersonId) return 'customer';
  return hasRight(viewer.roles, 'seeRequisites') ? 'full' : null;
}

/** So long a list of cancelled protocols is given out before it is signed again. */
const STATUS_MS = 10_000;

export function createProtocolsService(deps: ProtocolsDeps): ProtocolsService {
  const { db, protocols, lots, log } = deps;
  const copyOf = createProtocolCopies(deps);
  const found = (typed: string) => protocols.byNumber(protocolNumber(typed));

  async function prepare(outcome: OutcomeToRecord): Promise<PreparedProtocol> {
    const { lotId, endedAt } = outcome;
    const lot = await lots.get(lotId);
    if (!lot) throw new RangeError(`lot ${lotId} is not known here`);
    const [room, customer, winner] = await Promise.all([
      log.readRoom(lotId),
      lot.customer_person_id === null ? null : partyOf(lot.customer_person_id, deps),
      'winnerPersonId' in outcome ? partyOf(outcome.winnerPersonId, deps) : null,
    ]);
    const facts = {
      ...termsOfLot(lot),
      room: room && roomFacts(room),
      customer,
      winner: winner && { phone: winner.phone, region: winner.region ?? null },
    };
    const recorded = { lotId, signedOn: tashkentDay(endedAt), facts };
    if (!('winnerPersonId' in outcome)) return { ...recorded, cause: outcome.cause, sale: null };
    if (!winner) throw new RangeError(`the winner of lot ${lotId} is not known here`);
    const { cause, priceTiyin, winnerPersonId, winnerNumber } = outcome;
    const { kind, name, stir, pinfl, address } = winner;
    return {
      ...recorded,
      cause,
      sale: { priceTiyin, winnerPersonId, winnerNumber, winner: { kind, name, stir, pinfl, address } },
    };
  }

  async function signStatus(): Promise<SignedStatus> {
    const { asOf, cancelled } = await protocols.cancelled();
    return deps.signing.signStatus({
      asOf: asOf.toISOString(),
      cancelled: cancelled.map(({ number, at }) => ({ number, cancelledOn: tashkentDay(at) })),
    });
  }

  let newest: { at: number; status: Promise<SignedStatus> } | null = null;
  function status(): Promise<SignedStatus> {
    if (newest && performance.now() - newest.at < STATUS_MS) return newest.status;
    const made = { at: performance.now(), status: signStatus() };
    newest = made;
    // The caller learns of a failure; the next one tries again.
    made.status.catch(() => newest === made && (newest = null));
    return made.status;
  }

  async function shownOfEach(
    asked: readonly SaleAsked[],
    viewer: ProtocolViewer | null,
  ): Promise<(ShownProtocol | null)[]> {
    const last = await protocols.lastOfEach(asked, { winner: viewer?.personId });
    return last.map((row) => row && shownProtocol(row, viewer));
  }

  return {
    prepare,
    recordIn: (tx, prepared) => protocols.recordIn(tx, prepared),
    cancelIn: (tx, lotId, reason, settlementId) => protocols.cancelIn(tx, lotId, reason, settlementId),

    async record(outcome) {
      const before = await protocols.numberOf(outcome.lotId, outcome.cause);
      if (before) return before;
      const prepared = await prepare(outcome);
      return inTransaction(db, (tx) => protocols.recordIn(tx, prepared));
    },

    async shownTo(lotId, viewer, settlementId = null) {
      const [shown] = await shownOfEach([{ lotId, settlementId }], viewer);
      return shown ?? null;
    },

    shownOfEach,

    async check(typed, word = '') {
      const row = await found(typed);
      if (!row) return null;
      if (!isCheckWord(word, row.checkWord))
        return checkedProtocol(row, word.trim() === '' ? 'none' : 'wrong');
      return checkedProtocol(row, 'right', await copyOf(row, 'public'));
    },

    async file(typed, word) {
      const row = await found(typed);
      return row && isCheckWord(word, row.checkWord) ? copyOf(row, 'public') : null;
    },

    async fullCopy(typed, viewer) {
      const row = await found(typed);
      const copy = row && copyFor(row, viewer);
      return copy ? copyOf(row, copy) : null;
    },

    async checkUrl(typed, viewer) {
      const row = await found(typed);
      return row && maySee(row, viewer, 'seeProtocolWords') ? checkAddress(deps.publicUrl(), row) : null;
    },

    async codeFor(typed, viewer) {
      const row = await found(typed);
      if (!row || !maySee(row, viewer, 'seeProtocolWords')) return null;
      return (await signedCode(row, deps.signing)).text;
    },

    status,

    async sign(number) {
      const row = await protocols.byNumber(number);
      if (row) await signedCode(row, deps.signing);
    },

    async list(filter, page) {
      const [rows, total] = await Promise.all([protocols.list(filter, page), protocols.count(filter)]);
      return { items: rows.map(ownProtocol), total };
    },
  };
}
