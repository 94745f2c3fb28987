import { expect, it } from 'vitest';
import type { CommittedPrice } from '#server/auction/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createTellOutbid, type TellOutbidDeps } from '#server/workflows/bidding/tell-outbid.ts';

const LOT = 17;

/** A room whose prices are confirmed while a round reads it: `during` runs between the head and the prices. */
function room() {
  const entries: CommittedPrice[] = [];
  const queued: string[] = [];
  let during = () => {};
  const deps: TellOutbidDeps = {
    db: { transaction: () => ({ execute: (work: (tx: object) => unknown) => work({}) }) } as unknown as AnyDb,
    prices: {
      async runningHeads() {
        const last = entries.at(-1);
        const heads = last ? [{ lotId: LOT, seq: last.seq, leader: last.person }] : [];
        during();
        during = () => {};
        return heads;
      },
      pricesBetween: async (_lotId, from, to) => entries.filter(({ seq }) => seq >= from && seq <= to),
      lastPriceBefore: async () => 0,
    },
    alerts: {
      reach: async (personIds) => new Set(personIds),
      reachesAny: async () => true,
      queue: async (_tx, _channel, alert) => void queued.push(alert.key),
    },
    lot: async () => ({ title: { uz: 'Uy', ru: 'Дом', 'uz-Cyrl': 'Уй', en: 'House' } }),
    reader: async () => ({ language: 'ru', channels: ['push'] }),
    words: () => ({ title: '', body: '' }),
    now: () => Date.now(),
    usefulS: 300,
  };
  return {
    queued,
    round: createTellOutbid(deps),
    bid: (person: string) =>
      void entries.push({ seq: entries.length + 1, person, amountTiyin: 1, committedAt: new Date() }),
    during: (what: () => void) => void (during = what),
  };
}

it('tells of a price that was passed while a round was reading the room', async () => {
  const { bid, during, round, queued } = room();
  bid('first');
  await round();
  bid('second');
  bid('first');
  during(() => bid('third'));
  await round();
  expect(queued).toEqual([`outbid:${LOT}:2`]);
  await round();
  expect(queued).toContain(`outbid:${LOT}:3`);
});
