import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BidAnswer } from '#shared/realtime/room.ts';
import { refusalPlace } from '#server/auction/rules/refusal-places.ts';
import { accepted, refused } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { seeded } from '../../loadtest/lib/mix.ts';

const PEOPLE = Array.from({ length: 20 }, (_, at) => `person-${at + 1}`);
const IDS_OF_PERSON = 50;
const REPEATS = 100_000;
const AT_ONCE = 1_000;

let services: LiveServices;
let node: LiveNode;
let other: LiveNode;

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services);
  other = await startLiveNode(services, { keeps: false });
});
afterAll(async () => {
  await other.close();
  await node.close();
  await services.close();
});

describe('an offer that can never be accepted', () => {
  it('is refused by what is committed, which its answer and its attempt name', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await anna.enter(lotId);
    const price = accepted(await anna.place(lotId, 5_000));
    const room = await anna.reaches(lotId, price.seq);
    const answer = refused(await bek.place(lotId, 5_099, { bidId: 'too-low-0001' }));
    expect(answer).toMatchObject({
      reason: 'below-suggested',
      seq: price.seq,
      suggestedTiyin: 5_100,
      headHash: room.head.hash,
    });
    const again = refused(await bek.place(lotId, 5_099, { bidId: 'too-low-0001' }));
    const { headHash: _, ...first } = answer;
    expect(again).toEqual({ ...first, repeated: true });
    expect(await bek.find(lotId, 'too-low-0001')).toEqual(again);
    await expect
      .poll(async () => {
        const { rows } = await services.database.pool.query(
          'select seq, head_hash, repeated, extract(epoch from decided_at) * 1000 as at from auction_attempt where lot_id = $1 order by id',
          [lotId],
        );
        return rows.map((row) => ({ ...row, seq: Number(row.seq), at: Math.round(Number(row.at)) }));
      })
      .toEqual([
        { seq: price.seq, head_hash: room.head.hash, repeated: false, at: Math.floor(answer.atMs) },
        { seq: price.seq, head_hash: null, repeated: true, at: Math.floor(answer.atMs) },
      ]);
    for (const one of [anna, bek]) one.close();
  });

  it('is left to the script where it may have been sent before, or its id has another offer', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const send = (by: LiveNode, bidId: string, amountTiyin: number, sentEpoch?: number) =>
      by.live.bids.submit({ kind: 'place', person: 'anna', lotId, bidId, amountTiyin, sentEpoch });
    const first = await send(node, 'offer-0001', 5_000);
    expect(first).toMatchObject({ verdict: 'accepted' });
    expect(await send(other, 'offer-0001', 10)).toMatchObject({ reason: 'id-reused' });
    expect(await send(other, 'offer-0001', 5_000)).toMatchObject({ verdict: 'accepted', repeated: true });
    const low = await send(other, 'offer-0002', 10);
    expect(low).toMatchObject({ reason: 'below-suggested', headHash: expect.any(String) });
    expect(await send(node, 'offer-0002', 9_000)).toMatchObject({ reason: 'id-reused' });
    const repeated = await send(node, 'offer-0003', 10, 1);
    expect(repeated).toMatchObject({ reason: 'below-suggested' });
    expect(repeated).not.toHaveProperty('headHash');
  });

  it('never gets two verdicts, however often, wherever and before or after a restart it is sent', async () => {
    const lotId = await openRoom(node, terms(), PEOPLE);
    const random = seeded(7);
    const commands = PEOPLE.flatMap((person) => idsOf(person).map((bidId) => ({ person, bidId })));
    const offers = commands.map((command, at) => ({
      ...command,
      kind: 'place' as const,
      lotId,
      amountTiyin: at % 5 === 0 ? 1_000 + 100 * at : 1 + (at % 900),
    }));
    /** By id and epoch: a refusal is void in another one. */
    const verdicts = new Map<string, Set<string>>();
    let early = 0;
    for (let sent = 0; sent < REPEATS; sent += AT_ONCE) {
      if (sent === REPEATS / 2) {
        await other.close();
        other = await startLiveNode(services, { keeps: false });
      }
      const some = Array.from({ length: AT_ONCE }, async () => {
        const offer = offers[Math.floor(random() * offers.length)]!;
        const answer = await (random() < 0.5 ? node : other).live.bids.submit(offer);
        const verdict = verdictOf(answer);
        if (verdict === null) return;
        if ('headHash' in answer) early += 1;
        const key = `${offer.person} ${offer.bidId} ${verdict.epoch}`;
        verdicts.set(key, (verdicts.get(key) ?? new Set()).add(verdict.text));
      });
      await Promise.all(some);
    }
    expect([...verdicts].filter(([, given]) => given.size > 1)).toEqual([]);
    expect(verdicts.size).toBeGreaterThan(offers.length * 0.9);
    expect(early).toBeGreaterThan(offers.length * 0.4);
  }, 240_000);
});

/** Ids at places of their own: another id at the place of a refused one is judged as if it were new. */
function idsOf(person: string): string[] {
  const ids = new Map<string, string>();
  for (let n = 1; ids.size < IDS_OF_PERSON; n += 1) ids.set(refusalPlace(person, `offer-${n}`), `offer-${n}`);
  return [...ids.values()];
}

/** What a verdict says for ever; null where nothing was judged. */
function verdictOf(answer: BidAnswer): { epoch: number; text: string } | null {
  if (answer.verdict === 'unknown' || answer.verdict === 'never-seen') return null;
  const { verdict, epoch, seq, atMs } = answer;
  if (verdict === 'accepted') return { epoch, text: `accepted ${seq} ${atMs}` };
  const { reason } = answer;
  if (['held', 'fenced', 'unreachable'].includes(reason)) return null;
  return { epoch, text: `${reason} ${seq} ${atMs}` };
}
