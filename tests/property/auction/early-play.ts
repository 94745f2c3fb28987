import type { AuctionEntry } from '#shared/auction/entries.ts';
import { EarlyRefusals } from '#server/auction/live/early-refusals.ts';
import { Room } from '#server/auction/live/room.ts';
import { RoomView } from '#server/auction/live/room-view.ts';
import type { WrittenEntry } from '#server/auction/rules/command-execution.ts';
import type { Command } from '#server/auction/rules/room-commands.ts';
import type { BidVerdict } from '#server/auction/state/contract.ts';
import { createReplayState } from '#server/auction/state/auction-state.ts';
import type { ScriptLibrary } from '#server/auction/state/scripts.ts';
import { call, same, stable } from './script-play.ts';
import { FIRST_EPOCH, type Play, type Played } from './twin-play.ts';

type Move = Exclude<Played, { load: unknown }>;
type Place = Extract<Command, { kind: 'place' }>;

export interface EarlyTable {
  /**
   * Plays the history through the scripts, and each offer that can be refused early by what the process has seen of it: all but
   * the newest `lag` entries. What is wrong with the answers; null when nothing is.
   */
  play(play: Play, lagOf: () => number): Promise<string | null>;
  close(): Promise<void>;
}

/** A web process that refuses early, beside the twin's verdicts on the same history. */
export async function openEarlyTable(o: {
  url: string;
  namespace: string;
  scripts?: ScriptLibrary;
  hit?: (what: string) => void;
}): Promise<EarlyTable> {
  let salt = '';
  const { url, namespace, scripts, hit = () => undefined } = o;
  const state = createReplayState({
    url,
    namespace,
    partitions: 1,
    salt: () => salt,
    ...(scripts && { scripts }),
  });
  await state.ready();
  const early = new EarlyRefusals({ healthOf: () => 'healthy' });

  return {
    async play(play, lagOf) {
      const room = new Room(play.terms.lotId, 0, new RoomView(play.terms, FIRST_EPOCH, 'terms'));
      const written: WrittenEntry[] = [];
      /** Ids refused early by what was behind: the twin, which knows no lag, remembers other figures of them. */
      const behind = new Set<string>();
      let clockAt = -1;
      for (const move of play.moves) {
        if ('load' in move) {
          clockAt = -1;
          await state.load(move.load);
          continue;
        }
        if (clockAt !== move.nowUs) await state.setClock(play.terms.lotId, (clockAt = move.nowUs));
        show(room, written, lagOf());
        const lags = room.view.seq < written.length;
        const { command } = move;
        if (command.kind === 'setAuto') salt = command.salt;
        const refused = command.kind === 'place' ? await refuse(room, command, move.before.epoch) : null;
        const verdict = refused ?? (await call(state, command));
        const key = 'bidId' in command ? `${command.person}:${command.bidId}` : '';
        if (refused && lags) behind.add(key);
        if (!behind.has(key) && !same(withoutHash(verdict), move.verdict)) return problem(move, verdict);
        if (verdict?.verdict !== move.verdict?.verdict) return problem(move, verdict);
        if (refused && !EARLY.has(reasonOf(move.verdict))) return problem(move, verdict);
        if (refused) {
          hit(lags ? 'refused by what was behind' : 'refused by the newest');
          const again = await state.place(command as Place);
          if (!same(again, { ...refused, headHash: undefined, repeated: true })) return problem(move, again);
        }
        written.push(...move.entries);
      }
      const snapshot = await state.snapshot(play.terms.lotId);
      await state.forget(play.terms.lotId);
      return same({ ...snapshot, prevLogId: '' }, { ...play.end, prevLogId: '' })
        ? null
        : `state: ${stable(snapshot)} instead of ${stable(play.end)}`;
    },
    close: () => state.disconnect(),
  };

  async function refuse(room: Room, command: Place, epoch: number): Promise<BidVerdict | null> {
    const refusal = early.of(room, command);
    // The play says that the process does not know the epoch, which it does.
    if (!refusal || (room.view.epoch === epoch && command.epoch !== epoch)) return null;
    const verdict = await state.refuseEarly(refusal);
    if (!verdict) hit('left to the script');
    return verdict;
  }
}

/** Shows the process the history up to its newest `lag` entries; it never forgets what it was shown. */
function show({ view }: Room, written: readonly WrittenEntry[], lag: number): void {
  for (const { entry, secret } of written.slice(view.seq, Math.max(view.seq, written.length - lag)))
    view.apply({ entry, hash: hashOf(entry), ...(secret && { secret }) });
}

/** What the script says of an offer that is too low: of a room that does not run it says something else. */
const EARLY = new Set(['below-suggested', 'already-leading', 'revoked', 'too-large']);
const reasonOf = (verdict: unknown): string => (verdict as { reason?: string }).reason ?? '';

const hashOf = (entry: AuctionEntry): string => `hash-${entry.seq}`;

function withoutHash(verdict: unknown): unknown {
  if (verdict === null || typeof verdict !== 'object') return verdict;
  return Object.fromEntries(Object.entries(verdict).filter(([name]) => name !== 'headHash'));
}

const problem = ({ command, verdict }: Move, given: unknown): string =>
  `${stable(command)}: ${stable(given)} instead of ${stable(verdict)}`;
