import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openScriptLots, type ScriptLots } from '../../fixtures/script-lots.ts';

let lots: ScriptLots;
let ids = 0;

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

const committed = {
  epoch: 2,
  seq: 4,
  headHash: 'head',
  suggestedTiyin: 110,
  deadlineUs: 9_000_000_000_000_000,
};

/** An offer of 1 by `a`, below the price of 100 that is committed as entry 4. */
async function early(
  more: { committed?: Partial<typeof committed>; bidId?: string; amountTiyin?: number } = {},
) {
  return lots.state.refuseEarly({
    lotId: lots.lotId,
    person: 'a',
    bidId: more.bidId ?? `early-${(ids += 1)}-000`,
    amountTiyin: more.amountTiyin ?? 1,
    committed: { ...committed, ...more.committed },
  });
}

async function priced() {
  const lot = await lots.room();
  await lots.bid('b', 100);
  return lot;
}

/** Everything Redis has of refused ids. */
const remembered = () => lots.client.keys(`${lots.prefix()}lot:${lots.lotId}:no:*`);

describe('an offer to be refused by what is committed', () => {
  test('is refused with the figures given, and its id remembers that', async () => {
    await priced();
    const refused = await early({ bidId: 'offer-0001' });
    const { headHash, ...figures } = refused as { headHash: string };
    expect(figures).toMatchObject({ reason: 'below-suggested', epoch: 2, seq: 4, suggestedTiyin: 110 });
    expect(headHash).toBe('head');
    expect(await lots.bid('a', 1, { bidId: 'offer-0001' })).toEqual({ ...figures, repeated: true });
    expect(await lots.bid('a', 1_000, { bidId: 'offer-0001' })).toMatchObject({ reason: 'id-reused' });
  });

  test('twice in one call is refused once, and judged by place-bid the second time', async () => {
    await priced();
    const both = { ...committed };
    const send = (amountTiyin: number) =>
      lots.state.refuseEarly({
        lotId: lots.lotId,
        person: 'a',
        bidId: 'offer-0001',
        amountTiyin,
        committed: both,
      });
    const [first, second, third] = await Promise.all([send(1), send(2), send(1)]);
    expect([first?.verdict, second, third]).toEqual(['refused', null, null]);
    expect(await remembered()).toHaveLength(1);
  });

  test.each<[says: string, spoil: () => Promise<unknown>, committed?: { epoch?: number; seq?: number }]>([
    ['the lease is over a second old', () => lots.client.hset(`${lots.prefix()}lease`, 'redisUs', '1')],
    ['the clocks are apart', () => lots.lease(2_000_000)],
    [
      'the lot is stalled',
      async () =>
        lots.state.stallLot(lots.lotId, {
          owner: 'test',
          untilUs: (await lots.state.redisNowUs()) + 10_000_000,
        }),
    ],
    ['Redis has another epoch', async () => undefined, { epoch: 1 }],
    ['Redis lacks what is committed', async () => undefined, { seq: 5 }],
    ['the room is paused', () => lots.state.suspend({ lotId: lots.lotId, epoch: 2, reason: 'x' })],
    ['ids are missing', () => lots.client.hset(`${lots.prefix()}lot:${lots.lotId}:ids`, 'missing', '1')],
    ['the lot is forgotten', () => lots.state.forget(lots.lotId)],
  ])('is left to the script, and nothing is written, where %s', async (_, spoil, more = {}) => {
    await priced();
    await spoil();
    expect(await early({ committed: more })).toBeNull();
    expect(await remembered()).toEqual([]);
  });

  /** An offer by `a` and so many others in one turn, `first` before them; what became of it. */
  async function among(others: number, first: boolean, more: Parameters<typeof early>[0] = {}) {
    const bids = () =>
      Array.from({ length: others }, (_, i) => lots.bid(i % 2 ? 'b' : 'c', 200 + 100 * (i + 1)));
    const before = first ? early(more) : null;
    const rest = bids();
    const verdict = await (before ?? early(more));
    return { verdict, rest: await Promise.all(rest) };
  }

  test.each([true, false])(
    'goes into the call of four others of its turn (it is first: %s)',
    async (first) => {
      await priced();
      const { verdict, rest } = await among(4, first, { bidId: 'offer-0001' });
      // Judged after them, at the state they left, for which it names no hash.
      const newest = Math.max(...rest.map(({ seq }) => seq));
      expect(verdict).toMatchObject({ reason: 'below-suggested', seq: newest, repeated: false });
      expect(verdict).not.toHaveProperty('headHash');
      expect(await early({ bidId: 'offer-0001' })).toBeNull();
      expect(await lots.bid('a', 1, { bidId: 'offer-0001' })).toEqual({ ...verdict, repeated: true });
    },
  );

  test('has a call of its own among fewer, and where the others are of another epoch', async () => {
    await priced();
    expect((await among(3, true)).verdict).toMatchObject({ reason: 'below-suggested', headHash: 'head' });
    expect((await among(4, true, { committed: { epoch: 1 } })).verdict).toBeNull();
  });
});
