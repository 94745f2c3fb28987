import type { BoardRoom } from '#shared/api/console/console-rooms.ts';

/** Why a member of staff should look at a room, the most pressing first. */
const CONCERNS = ['loss', 'outage', 'journal', 'held', 'slow', 'disconnected'] as const;
export type Concern = (typeof CONCERNS)[number];

/** A lease is over after 1 s without a commit, and rooms are paused after 5 s. */
const JOURNAL_LATE_MS = 2_000;
/** Bidders see that their price is being sent for so long at most, in the ordinary course. */
const ANSWER_LATE_MS = 1_000;
/** Fewer connected ones of those admitted: they have lost the platform, or have not come. */
const LEAST_CONNECTED = 0.5;
/** One bidder who is away says nothing of the platform. */
const FEWEST_BIDDERS = 2;

/** Refusals by which the platform, not the bidder, is at fault. */
const OWN_FAULTS = [
  'held',
  'fenced',
  'unreachable',
] as const satisfies readonly (keyof BoardRoom['refusals'])[];

const APPLIES: Readonly<Record<Concern, (room: BoardRoom) => boolean>> = {
  loss: ({ loss }) => loss !== null,
  outage: ({ phase, pauseCause }) => phase === 'paused' && pauseCause === 'outage',
  journal: ({ phase, journalLagMs }) =>
    phase === 'running' && (journalLagMs === null || journalLagMs >= JOURNAL_LATE_MS),
  held: ({ phase, refusals }) =>
    phase !== 'closed' && OWN_FAULTS.some((reason) => (refusals[reason] ?? 0) > 0),
  slow: ({ answerP99Ms }) => answerP99Ms !== null && answerP99Ms > ANSWER_LATE_MS,
  disconnected: ({ phase, participants, connected }) =>
    phase === 'running' && participants >= FEWEST_BIDDERS && connected < participants * LEAST_CONNECTED,
};

export const concernsOf = (room: BoardRoom): Concern[] =>
  CONCERNS.filter((concern) => APPLIES[concern](room));

/** Rooms that need a look first, by their most pressing reason; within one reason and after them as they were. */
export function byNeedOfLook(rooms: readonly BoardRoom[]): BoardRoom[] {
  const rank = (room: BoardRoom): number => {
    const first = CONCERNS.findIndex((concern) => APPLIES[concern](room));
    return first === -1 ? CONCERNS.length : first;
  };
  return rooms
    .map((room) => ({ room, rank: rank(room) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ room }) => room);
}
