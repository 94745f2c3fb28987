import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusalPlace } from '#server/auction/rules/refusal-places.ts';
import { openScriptLots, type ScriptLots } from '../../fixtures/script-lots.ts';

let lots: ScriptLots;

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

describe('refused ids', () => {
  const places = async () => (await lots.client.keys(`*lot:${lots.lotId}:no:*`)).length;
  const refuseMany = async (count: number, person: string, more: { notAdmitted?: boolean } = {}) => {
    for (let at = 0; at < count; at += 500)
      await Promise.all(
        Array.from({ length: 500 }, (_, i) => lots.bid(person, 5, { bidId: `low-${at + i}-id`, ...more })),
      );
  };

  test('take a bounded number of places, no matter who floods, and the last one is answered as it first was', async () => {
    await lots.room();
    await refuseMany(5_000, 'a');
    expect(await places()).toBeLessThanOrEqual(256);
    for (let i = 0; i < 8; i += 1) await refuseMany(1_000, `nobody-${i}`, { notAdmitted: true });
    expect(await places()).toBeLessThanOrEqual(256 + 1_024);
    const first = await lots.bid('b', 10, { bidId: 'too-low-b' });
    await refuseMany(1_000, 'a');
    expect(await lots.bid('b', 10, { bidId: 'too-low-b' })).toEqual({ ...first, repeated: true });
    expect(await lots.bid('b', 20, { bidId: 'too-low-b' })).toMatchObject({ reason: 'id-reused' });
  });

  test('are never mistaken for another that shares the place', async () => {
    await lots.room();
    const [one, other] = twoOfOnePlace();
    expect(await lots.bid('a', 10, { bidId: one })).toMatchObject({ repeated: false });
    expect(await lots.bid('a', 20, { bidId: other })).toMatchObject({
      reason: 'below-suggested',
      repeated: false,
    });
    expect(await lots.bid('a', 20, { bidId: other })).toMatchObject({ repeated: true });
    const both = await Promise.all([
      lots.bid('a', 30, { bidId: one }),
      lots.bid('a', 100, { bidId: 'good-bid-1' }),
    ]);
    expect(both).toMatchObject([{ reason: 'below-suggested', repeated: false }, { verdict: 'accepted' }]);
  });
});

/** Two ids that are remembered at the same place. */
function twoOfOnePlace(): [string, string] {
  const ids = new Map<string, string>();
  for (let i = 0; ; i += 1) {
    const id = `shared-${i}`;
    const place = refusalPlace('a', id);
    const other = ids.get(place);
    if (other) return [other, id];
    ids.set(place, id);
  }
}
