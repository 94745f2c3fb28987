import { afterEach, describe, expect, it } from 'vitest';
import { BidDesk } from '#server/auction/live/place-bid.ts';
import { Attempts } from '#server/auction/live/attempts.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { createRebuildRepository } from '#server/auction/journal/rebuild.repository.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { eventually } from '../support/services.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

let trouble: Trouble;
afterEach(() => trouble.close());

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const metrics = { answered: () => undefined, count: () => undefined };

function deskOf({ storm }: Trouble) {
  const attempts = new Attempts(async () => undefined, logger, metrics);
  return new BidDesk({
    rooms: storm.rooms, state: storm.state, history: storm.repository, attempts, metrics, answerBeforeCommit: false,
  });
}

describe('REVIEW answers', () => {
  it('F2: an accepted id sent again while Redis is away is not told that nothing was placed', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm, redis } = trouble;
    await storm.open(practiceTerms(1), ['ann', 'bob']);
    const desk = deskOf(trouble);
    const command = { kind: 'place', lotId: 1, person: 'ann', bidId: 'first-0001', amountTiyin: 5_000 } as const;
    const first = await desk.submit(command);
    expect(first.verdict).toBe('accepted');
    await redis.kill();
    const again = await desk.submit({ ...command, sentEpoch: 1 });
    console.log('F2', JSON.stringify(again));
    await redis.restart('empty');
    expect(again.verdict).not.toBe('refused');
  });

  it('F3: one bidder cannot break the room with the id of a matched auto-bid', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm, journal } = trouble;
    await storm.open(practiceTerms(1), ['ann', 'bob', 'cyd']);
    const desk = deskOf(trouble);
    const auto = (person: string, bidId: string, maximumTiyin: number) =>
      desk.submit({ kind: 'set-auto', lotId: 1, person, bidId, maximumTiyin });
    expect(await auto('ann', 'ann-auto-1', 5_000)).toMatchObject({ verdict: 'accepted' });
    expect(await auto('bob', 'bob-auto-1', 5_000)).toMatchObject({ verdict: 'refused', reason: 'matched' });
    // Any new epoch (or ten minutes) and Redis no longer knows the refused id.
    const { db, close } = createDatabase({ url: trouble.databaseUrl, poolSize: 2 });
    await createRebuildRepository(db).raiseEpochs([1]);
    await storm.state.want(1);
    await eventually(() => (storm.rooms.peek(1)?.view.epoch ?? 0) >= 2, 'the rebuild');
    const before = journal.counts().rebuiltLots;
    for (let i = 0; i < 7; i += 1) {
      const answer = await auto('bob', 'bob-auto-1', 9_000 + i * 1_000);
      console.log('F3', JSON.stringify(answer), journal.counts().rebuiltLots - before, storm.rooms.peek(1)?.view.phase);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await close();
    expect(storm.rooms.peek(1)?.view.phase).toBe('running');
    expect(journal.counts().rebuiltLots).toBe(before);
  });

  it('F4: a room of which somebody was told "closed" does not open again', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm, journal } = trouble;
    const closesAtMs = Date.now() + 4_000;
    const rules = { ...practiceTerms(1).rules, overtime: null };
    await storm.open(practiceTerms(1, { closesAtMs, rules }), ['ann', 'bob']);
    expect(await storm.bid('ann', 1, 1_000)).toMatchObject({ verdict: 'accepted' });
    // The journal stands still from just before the deadline: the lease lives a second more.
    await new Promise((resolve) => setTimeout(resolve, closesAtMs - 300 - Date.now()));
    journal.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, closesAtMs + 100 - Date.now()));
    const told = await storm.bid('bob', 1, 2_000);
    console.log('F4', JSON.stringify(told));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    journal.child.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const later = await storm.bid('bob', 1, 2_000);
    console.log('F4 later', JSON.stringify(later));
    expect(told).toMatchObject({ verdict: 'refused', reason: 'closed' });
    expect(later).toMatchObject({ verdict: 'refused', reason: 'closed' });
  });
});
