import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BARE_RULES, openScriptLots, type ScriptLots } from '../../fixtures/script-lots.ts';

/** What the scripts promise of limits and jumps by position: one call about several offers, and older packed terms. */
let lots: ScriptLots;
const rules = {
  ...BARE_RULES,
  limitFromPrice: 3,
  limitPercent: 5,
  limitOffStep: true,
  maxJump: { offer: 100, maximum: 1_000 },
};

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

describe('offers judged by one call', () => {
  test('are each confirmed or not, and each refusal names its own bound', async () => {
    await lots.room({ rules }, ['a', 'b', 'c']);
    await lots.state.setLimit({ lotId: lots.lotId, epoch: 2, person: 'c', limitTiyin: 105 });
    const answers = await Promise.all([
      lots.bid('a', 131),
      lots.bid('c', 106, { confirmed: true }),
      lots.bid('b', 1_101, { confirmed: true }),
      lots.bid('a', 131, { confirmed: true }),
      lots.bid('b', 1_142, { confirmed: true }),
      lots.bid('b', 141),
    ]);
    expect(answers).toMatchObject([
      { reason: 'confirm-jump', limitTiyin: 0, mostTiyin: 0, suggestedTiyin: 100 },
      { reason: 'limit-exceeded', limitTiyin: 105, mostTiyin: 0 },
      { reason: 'too-far', limitTiyin: 0, mostTiyin: 1_100 },
      { verdict: 'accepted', amountTiyin: 131 },
      { reason: 'too-far', limitTiyin: 0, mostTiyin: 1_141 },
      { verdict: 'accepted', amountTiyin: 141 },
    ]);
  });

  test('keep what a refused id asked for, confirmation and bound included', async () => {
    await lots.room({ rules });
    const asked = await lots.bid('a', 1_000, { bidId: 'asked-bid-1' });
    const tooFar = await lots.bid('a', 9_000, { bidId: 'far-bid-01', confirmed: true });
    expect(await lots.bid('a', 1_000, { bidId: 'asked-bid-1' })).toEqual({ ...asked, repeated: true });
    expect(await lots.bid('a', 1_000, { bidId: 'asked-bid-1', confirmed: true })).toMatchObject({
      reason: 'id-reused',
    });
    expect(await lots.bid('a', 9_000, { bidId: 'far-bid-01', confirmed: true })).toEqual({
      ...tooFar,
      repeated: true,
    });
    expect(await lots.bid('a', 9_000, { bidId: 'far-bid-01' })).toMatchObject({ reason: 'id-reused' });
    const find = { lotId: lots.lotId, epoch: 2, person: 'a', bidId: 'far-bid-01' };
    expect(await lots.state.findBid(find)).toEqual({ ...tooFar, repeated: true });
  });

  test('of an accepted id count by their price: the log does not say what was confirmed', async () => {
    await lots.room({ rules });
    const first = await lots.bid('a', 500, { bidId: 'sure-bid-1', confirmed: true });
    expect(first).toMatchObject({ verdict: 'accepted' });
    expect(await lots.bid('a', 500, { bidId: 'sure-bid-1' })).toEqual({ ...first, repeated: true });
    expect(await lots.bid('a', 501, { bidId: 'sure-bid-1', confirmed: true })).toMatchObject({
      reason: 'id-reused',
    });
  });
});

describe('packed terms', () => {
  test('keep limits and cap whatever happens in the room', async () => {
    const lot = await lots.room({ rules });
    await lots.bid('a', 100);
    await lots.state.suspend({ lotId: lots.lotId, epoch: 2, reason: '' });
    await lots.state.resume({ lotId: lots.lotId, epoch: 2 });
    expect((await lots.state.snapshot(lots.lotId))?.terms).toEqual(lot.terms);
    expect(await lots.bid('b', 5_000, { confirmed: true })).toMatchObject({ reason: 'too-far' });
  });

  test('of the release before, which knows neither, let the room go on without them', async () => {
    await lots.room({ rules: BARE_RULES });
    // Its last three values are cut off, as the release before packed it.
    await lots.client.eval(
      `local v = { cmsgpack.unpack(redis.call('HGET', KEYS[1], 'frozen')) }
       redis.call('HSET', KEYS[1], 'frozen', cmsgpack.pack(unpack(v, 1, 11)))`,
      1,
      `${lots.prefix()}lot:${lots.lotId}`,
    );
    expect(await lots.bid('a', 5_000)).toMatchObject({ verdict: 'accepted' });
    const auto = { lotId: lots.lotId, epoch: 2, person: 'b', bidId: 'auto-bid-1', maximumTiyin: 900_000 };
    expect(await lots.state.setAuto(auto)).toMatchObject({ verdict: 'accepted' });
    expect(
      await lots.state.setLimit({ lotId: lots.lotId, epoch: 2, person: 'b', limitTiyin: 1 }),
    ).toMatchObject({ verdict: 'done' });
    expect(await lots.state.snapshot(lots.lotId)).toMatchObject({ leader: 'b', priceTiyin: 5_010 });
  });
});
