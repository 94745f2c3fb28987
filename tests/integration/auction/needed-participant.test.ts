import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../fixtures/services.ts';
import { BARE_RULES, openScriptLots, type ScriptLots } from '../../fixtures/script-lots.ts';

/** As `state-shop` is shipped: two participants are counted at the close, and applications are taken until then. */
const TWO_AT_CLOSE = { ...BARE_RULES, minParticipants: { count: 2, at: 'close' as const } };
const LASTS_MS = 4_000;

let lots: ScriptLots;

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

describe('a participant who never bid, and without whom too few would remain', () => {
  test('does not leave once a price is confirmed: it would be void by the word of one of the two', async () => {
    const nowMs = Math.floor((await lots.state.redisNowUs()) / 1_000);
    await lots.room({ rules: TWO_AT_CLOSE, closesAtMs: nowMs + LASTS_MS }, ['rival', 'friend']);
    expect(await lots.bid('rival', 100)).toMatchObject({ verdict: 'accepted', leading: true });

    // What `cancel-application` asks of the room.
    const { lotId } = lots;
    const leaving = { lotId, epoch: 2, person: 'friend', cause: 'withdrawn', onlyIdle: true } as const;
    const left = await lots.state.revoke(leaving);

    const hammer = await eventually(async () => {
      await lots.lease();
      await lots.state.close({ lotId, epoch: 2 });
      const room = await lots.state.snapshot(lotId);
      return room?.phase === 'closed' ? room : null;
    }, 'the hammer');
    expect({ left: left.verdict, outcome: hammer.outcome }).toEqual({ left: 'refused', outcome: 'sold' });
  });

  test('leaves while no price is confirmed, and where enough others remain', async () => {
    await lots.room({ rules: TWO_AT_CLOSE }, ['rival', 'friend', 'third']);
    const leaving = (person: string) =>
      lots.state.revoke({ lotId: lots.lotId, epoch: 2, person, cause: 'withdrawn', onlyIdle: true });
    expect(await leaving('third')).toMatchObject({ verdict: 'done' });
    expect(await leaving('friend')).toMatchObject({ verdict: 'done' });
  });
});
