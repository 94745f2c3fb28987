import { cloneState, initialState, applyEntry } from '#server/auction/rules/fold.ts';
import type { Command, VerdictOf } from '#server/auction/rules/room-commands.ts';
import type { AuctionState, LogRecord, LotState } from '#server/auction/state/contract.ts';
import { createReplayState } from '#server/auction/state/auction-state.ts';
import type { ScriptLibrary } from '#server/auction/state/scripts.ts';
import { FIRST_EPOCH, type Play, type Played } from './twin-play.ts';

/** The scripts in a real Redis, on virtual clocks, fed with what the twin has played. */
export interface ScriptTable {
  /** What differs between the scripts and the play; null when nothing does. */
  compare(play: Play): Promise<Difference | null>;
  close(): Promise<void>;
}

interface Difference {
  where: string;
  twin: unknown;
  scripts: unknown;
}

const PARTITION = 0;

export async function openScriptTable(
  url: string,
  namespace: string,
  scripts?: ScriptLibrary,
): Promise<ScriptTable> {
  // A salt is part of the command for the twin: the scripts are given the same.
  let salt = '';
  const state = createReplayState({
    url,
    namespace,
    partitions: 1,
    salt: () => salt,
    ...(scripts && { scripts }),
  });
  await state.ready();
  let lastLogId = '0';

  let clockAt = -1;
  const send = (move: Played): Promise<unknown> => {
    if ('load' in move) {
      clockAt = -1;
      return state.load(move.load);
    }
    // Between offers of the same instant nothing is sent: they are judged by one call.
    const clock = clockAt === move.nowUs ? null : state.setClock(move.command.lotId, move.nowUs);
    clockAt = move.nowUs;
    if (move.command.kind === 'setAuto') salt = move.command.salt;
    const verdict = call(state, move.command);
    return Promise.all([clock, verdict]).then(([, answer]) => answer);
  };

  return {
    async compare(play) {
      const answers = await Promise.all(play.moves.map(send));
      const records = await readAll();
      for (const [i, move] of play.moves.entries()) {
        if ('load' in move) continue;
        if (!same(move.verdict, answers[i])) {
          const where = `answer ${i} to ${JSON.stringify(move.command)}`;
          return { where, twin: move.verdict, scripts: answers[i] };
        }
      }
      const written = play.moves.flatMap((move) => ('load' in move ? [] : move.entries));
      const logged = records.map(({ entry, secret }) => (secret ? { entry, secret } : { entry }));
      if (!same(written, logged)) return { where: 'log', twin: written, scripts: logged };
      if (!chained(records)) return { where: 'previous log ids', twin: 'unbroken', scripts: records };
      const snapshot = await state.snapshot(play.terms.lotId);
      const stored = snapshot && { ...snapshot, prevLogId: '' };
      if (!same({ ...play.end, prevLogId: '' }, stored))
        return { where: 'state', twin: play.end, scripts: stored };
      const folded = { ...fold(play, records), epoch: play.end.epoch };
      if (!same(folded, stored)) return { where: 'folded log', twin: folded, scripts: stored };
      await state.forget(play.terms.lotId);
      return null;
    },
    close: () => state.disconnect(),
  };

  async function readAll(): Promise<LogRecord[]> {
    const read = await state.readLog(new Map([[PARTITION, lastLogId]]), { blockMs: 0, limit: 10_000 });
    lastLogId = read.at(-1)?.record.logId ?? lastLogId;
    return read.flatMap(({ record }) => ('entry' in record ? [record] : []));
  }
}

function fold(play: Play, records: LogRecord[]): LotState {
  const start = cloneState(initialState(play.terms, FIRST_EPOCH));
  return records.reduce((state, { entry, secret }) => applyEntry(state, entry, secret), start);
}

/** Each record names its lot's previous one, the first of an epoch none; ids rise. */
function chained(records: LogRecord[]): boolean {
  return records.every((record, i) => {
    const before = records[i - 1];
    const sameEpoch = before?.entry.epoch === record.entry.epoch;
    return record.prevLogId === (sameEpoch ? before.logId : '');
  });
}

export function call(state: AuctionState, command: Command): Promise<VerdictOf<Command>> {
  switch (command.kind) {
    case 'place':
      return state.place(command);
    case 'setAuto':
      return state.setAuto(command);
    case 'clearAuto':
      return state.clearAuto(command);
    case 'findBid':
      return state.findBid(command);
    case 'admit':
      return state.admit(command);
    case 'setLimit':
      return state.setLimit(command);
    case 'revoke':
      return state.revoke(command);
    case 'suspend':
      return state.suspend(command);
    case 'resume':
      return state.resume(command);
    case 'extend':
      return state.extend(command);
    case 'withdraw':
      return state.withdraw(command);
    case 'recover':
      return state.recover(command);
    case 'close':
      return state.close(command);
  }
}

export function same(a: unknown, b: unknown): boolean {
  return stable(a) === stable(b);
}

/** JSON with the keys of every object in order. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
