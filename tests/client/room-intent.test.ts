import { describe, expect, it } from 'vitest';
import type { BidAnswer } from '#shared/realtime/room.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { basisPointsAbove, aheadOfRoom, needsAsking } from '#client/features/site/room/bid-intent.ts';
import type { Intent } from '#client/features/site/room/bid-intent.ts';
import { sendIntent } from '#client/features/site/room/send-intent.ts';
import type { CommandAnswer } from '#shared/realtime/client/send-command.ts';

const intent = (): Intent => ({
  kind: 'offer',
  bidId: 'bid-00000001',
  amountTiyin: 105_00,
  sentEpoch: 3,
});
const accepted: BidAnswer = {
  verdict: 'accepted',
  bidId: 'bid-00000001',
  epoch: 3,
  seq: 9,
  amountTiyin: 105_00,
  atMs: 5,
  suggestedTiyin: 110_00,
  deadlineMs: 9,
  leading: true,
  asleep: false,
  repeated: true,
};

/** Answers in turn; an Error is thrown instead. Records what was sent. */
function transportOf(answers: (CommandAnswer | Error)[]) {
  const sent: { event: string; payload: Record<string, unknown> }[] = [];
  return {
    sent,
    send: async (event: string, payload: Record<string, unknown>) => {
      sent.push({ event, payload });
      const answer = answers.shift();
      if (answer === undefined) throw new Error('no more answers were expected to be asked for');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}
const noAnswer = (notSent: boolean) => Object.assign(new Error('no answer'), { notSent });
const run = (answers: (CommandAnswer | Error)[]) => {
  const transport = transportOf(answers);
  let unknowns = 0;
  const result = sendIntent(
    7,
    intent(),
    transport,
    () => (unknowns += 1),
    async () => undefined,
  );
  return { transport, result, unknowns: () => unknowns };
};

describe('one intent of a person', () => {
  it('is confirmed by its answer, sent once, without an epoch', async () => {
    const { transport, result } = run([accepted]);
    expect((await result).step).toBe('confirmed');
    expect(transport.sent).toEqual([
      { event: ROOM_EVENTS.place, payload: { lotId: 7, bidId: 'bid-00000001', amountTiyin: 105_00 } },
    ]);
  });

  it('asks by id when no answer came, and never sends the price again while it may have arrived', async () => {
    const { transport, result, unknowns } = run([noAnswer(false), noAnswer(false), accepted]);
    expect((await result).step).toBe('confirmed');
    expect(transport.sent.map((s) => s.event)).toEqual([
      ROOM_EVENTS.place,
      ROOM_EVENTS.find,
      ROOM_EVENTS.find,
    ]);
    expect(transport.sent[1]?.payload).toEqual({ lotId: 7, bidId: 'bid-00000001', sentEpoch: 3 });
    expect(unknowns()).toBe(2);
  });

  it('repeats with the same id and the epoch of the first sending once the server never saw it', async () => {
    const { transport, result } = run([
      noAnswer(false),
      { verdict: 'never-seen', bidId: 'bid-00000001' },
      accepted,
    ]);
    await result;
    expect(transport.sent[2]).toEqual({
      event: ROOM_EVENTS.place,
      payload: { lotId: 7, bidId: 'bid-00000001', amountTiyin: 105_00, sentEpoch: 3 },
    });
  });

  it('sends again, not asks, when the command certainly never left', async () => {
    const { transport, result } = run([noAnswer(true), accepted]);
    await result;
    expect(transport.sent.map((s) => s.event)).toEqual([ROOM_EVENTS.place, ROOM_EVENTS.place]);
  });

  it('treats "unknown" as an answer still to be asked for', async () => {
    const { transport, result } = run([
      { verdict: 'unknown', bidId: 'bid-00000001', sentEpoch: 3 },
      accepted,
    ]);
    expect((await result).step).toBe('confirmed');
    expect(transport.sent[1]?.event).toBe(ROOM_EVENTS.find);
  });

  it('ends with the reason when refused', async () => {
    const refused: BidAnswer = {
      verdict: 'refused',
      bidId: 'bid-00000001',
      reason: 'below-suggested',
      epoch: 3,
      seq: 9,
      atMs: 5,
      suggestedTiyin: 120_00,
      limitTiyin: 0,
      mostTiyin: 0,
      deadlineMs: 9,
      repeated: false,
    };
    expect(await run([refused]).result).toMatchObject({
      step: 'refused',
      reason: 'below-suggested',
      suggestedTiyin: 120_00,
    });
  });

  it('ends with the code when the server did not take the command at all', async () => {
    const result = await run([{ error: { code: 'session-expired', message: '' } }]).result;
    expect(result).toMatchObject({ step: 'failed', code: 'session-expired' });
  });
});

describe('a second quick press', () => {
  it('ends at the first one, confirmed though the room has not brought its price yet', async () => {
    const state = await run([accepted]).result;
    expect(aheadOfRoom(state, 8)).toBe(true);
    expect(aheadOfRoom(state, 9)).toBe(false);
    expect(aheadOfRoom({ step: 'idle' }, 0)).toBe(false);
  });
});

describe('the one question before a high offer', () => {
  it('is asked above thirty percent and not at thirty', () => {
    expect(needsAsking(130_00, 100_00)).toBe(false);
    expect(needsAsking(130_02, 100_00)).toBe(true);
    expect(basisPointsAbove(99_00, 100_00)).toBe(0);
  });

  it('is exact near the largest sum', () => {
    expect(basisPointsAbove(9_007_199_254_740_991, 6_928_614_811_339_223)).toBe(3_000);
    expect(basisPointsAbove(9_007_199_254_740_991, 6_928_614_811_339_224)).toBe(2_999);
    expect(needsAsking(1_300_001, 1_000_000)).toBe(true);
  });
});
