import { isDeepStrictEqual } from 'node:util';
import { applyEntry, initialState } from '../rules/fold.ts';
import { chainHash, commitmentOf, termsHash } from '../rules/canonical.ts';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { AuctionLogRepository, LotRow } from '../state/auction-log.repository.ts';
import type { LotState } from '../state/contract.ts';
import { isIntact, takeSnapshot, type LotSnapshot } from './lot-snapshot.ts';

const PAGE = 2_000;

interface LogFault {
  /** 0: the frozen terms or the lot's row. */
  seq: number;
  fault: string;
}

export interface LogVerification {
  lotId: number;
  entries: number;
  headHash: string;
  faults: LogFault[];
}

/**
 * Checks a lot's log from its first entry: the frozen terms, every link of the chain, every secret against its
 * commitment, that the entries lead to the head in the lot's row, and that the lot's snapshot is the state they lead to.
 * Detects an entry changed, added, removed or moved.
 * null: there is no such lot.
 */
export async function verifyLog(
  repository: Pick<AuctionLogRepository, 'readLot' | 'readEntries' | 'readSnapshot'>,
  lotId: number,
): Promise<LogVerification | null> {
  const lot = await repository.readLot(lotId);
  if (!lot) return null;
  const faults: LogFault[] = [];
  const first = termsHash(lot.terms);
  if (first !== lot.termsHash)
    faults.push({ seq: 0, fault: 'the terms are not those the lot was opened with' });
  const snapshot = await repository.readSnapshot(lotId);
  const state = initialState(lot.terms, lot.epoch);
  let previous = lot.termsHash;
  let seq = 0;
  for (;;) {
    const page = await repository.readEntries(lotId, seq, PAGE);
    if (page.length === 0) break;
    for (const committed of page) {
      faults.push(...faultsOf(committed, { lotId, seq, previous }, state));
      previous = committed.hash;
      if (snapshot?.seq === committed.entry.seq)
        faults.push(...faultsOfSnapshot(snapshot, takeSnapshot(state, committed.hash)));
      seq = Math.max(seq + 1, committed.entry.seq);
    }
  }
  faults.push(...faultsOfHead(lot, state, previous));
  if (snapshot && snapshot.seq > lot.seq)
    faults.push({ seq: snapshot.seq, fault: 'a snapshot is beyond the log' });
  return { lotId, entries: seq, headHash: previous, faults };
}

/** One of another fold version is not compared: it is never used. */
function faultsOfSnapshot(stored: LotSnapshot, expected: LotSnapshot): LogFault[] {
  const same =
    stored.foldVersion !== expected.foldVersion ||
    (isIntact(stored) &&
      stored.headHash === expected.headHash &&
      isDeepStrictEqual(JSON.parse(stored.state), JSON.parse(expected.state)));
  return same ? [] : [{ seq: stored.seq, fault: 'its snapshot is not the state its entries lead to' }];
}

function faultsOf(
  { entry, hash, secret }: CommittedEntry,
  expected: { lotId: number; seq: number; previous: string },
  state: LotState,
): LogFault[] {
  const faults: LogFault[] = [];
  const found = (fault: string) => faults.push({ seq: expected.seq + 1, fault });
  if (entry.lotId !== expected.lotId) found(`belongs to lot ${entry.lotId}`);
  if (entry.seq !== expected.seq + 1) found(`is numbered ${entry.seq}`);
  if (chainHash(expected.previous, entry) !== hash) found('does not give the hash the chain continues with');
  if (entry.kind === 'autoSet') {
    if (!secret) found('has lost its maximum');
    else if (commitmentOf(secret.maximumTiyin, secret.salt) !== entry.commitment) {
      found('its maximum is not the one it was committed to');
    }
  }
  if (entry.kind === 'price' && entry.amountTiyin <= (state.priceTiyin ?? 0))
    found('its price does not rise');
  try {
    applyEntry(state, entry, secret);
  } catch (error) {
    // Not retried: the entry cannot follow the one before, which is a finding; the check continues from its sequence.
    if (faults.length === 0) found(error instanceof Error ? error.message : String(error));
    state.seq = entry.seq;
  }
  return faults;
}

function faultsOfHead(lot: LotRow, state: LotState, lastHash: string): LogFault[] {
  const faults: LogFault[] = [];
  const compare = (name: string, inLog: unknown, inRow: unknown) => {
    if (inLog !== inRow)
      faults.push({ seq: 0, fault: `the lot shows ${name} ${String(inRow)}, its log ${String(inLog)}` });
  };
  compare('sequence', state.seq, lot.seq);
  compare('hash', lastHash, lot.headHash);
  compare('phase', state.phase, lot.phase);
  compare('price', state.priceTiyin, lot.priceTiyin);
  compare('number of prices', state.count, lot.count);
  compare('leader', state.leader, lot.leader);
  compare('deadline', state.deadlineUs, lot.deadlineUs);
  compare('outcome', state.outcome, lot.outcome);
  return faults;
}
