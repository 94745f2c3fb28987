import { expect, it } from 'vitest';
import type { CommittedPrice, UsedUpAutoBid } from '#server/auction/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createTellOutbid, type TellOutbidDeps } from '#server/workflows/bidding/tell-outbid.ts';

const LOT = 17;

/** A room whose prices are confirmed while a round reads it: `during` runs between the head and the prices. */
function room() {
  const entries: CommittedPrice[] = [];
  const autoBids: UsedUpAutoBid[] = [];
  const queued: { key: string; title: string }[] = [];
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
      autoBidsWithin: async (_lotId, to, { fromTiyin, toTiyin }) =>
        autoBids.filter(
          ({ seq, maximumTiyin }) => seq <= to && maximumTiyin >= fromTiyin && maximumTiyin <= toTiyin,
        ),
    },
    alerts: {
      reach: async (personIds) => new Set(personIds),
      reachesAny: async () => true,
      queue: async (_tx, _channel, alert) => {
        // As the table of deliveries does: the same occasion once.
        if (!queued.some(({ key }) => key === alert.key)) queued.push({ key: alert.key, title: alert.title });
      },
    },
    lot: async () => ({ title: { uz: 'Uy', ru: 'Дом', 'uz-Cyrl': 'Уй', en: 'House' } }),
    reader: async () => ({ language: 'ru', channels: ['push'] }),
    words: (_language, { priceTiyin, usedUpTiyin }) => ({
      title:
        usedUpTiyin === null ? `outbid, now ${priceTiyin}` : `used up at ${usedUpTiyin}, now ${priceTiyin}`,
      body: '',
    }),
    now: () => Date.now(),
    usefulS: 300,
  };
  return {
    queued,
    round: createTellOutbid(deps),
    bid(person: string, amountTiyin = entries.length + 1) {
      entries.push({ seq: entries.length + 1, person, amountTiyin, committedAt: new Date() });
    },
    /** Set at an entry: 0 is before the opening. */
    autoBid: (person: string, maximumTiyin: number, seq = 0) =>
      void autoBids.push({ person, seq, maximumTiyin }),
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
  expect(keysOf(queued)).toEqual([`outbid:${LOT}:2`]);
  await round();
  expect(keysOf(queued)).toContain(`outbid:${LOT}:3`);
});

const keysOf = (alerts: readonly { key: string }[]): string[] => alerts.map(({ key }) => key);

it('says of a price that an auto-bid could not answer that it is used up, in place of the other alert', async () => {
  const { autoBid, bid, queued, round } = room();
  autoBid('first', 3);
  bid('first');
  await round();
  bid('second', 2);
  bid('first', 3);
  bid('second', 4);
  await round();
  expect(queued).toEqual([{ key: `outbid:${LOT}:3`, title: 'used up at 3, now 4' }]);
});

it('says nothing of an auto-bid above whose maximum its person has offered since', async () => {
  const { autoBid, bid, queued, round } = room();
  autoBid('first', 3);
  bid('first');
  await round();
  bid('second', 4);
  bid('first', 5);
  bid('second', 6);
  await round();
  expect(queued).toEqual([{ key: `outbid:${LOT}:3`, title: 'outbid, now 6' }]);
});

it('tells of an auto-bid that never confirmed a price, as two higher ones opened the room', async () => {
  const { autoBid, bid, queued, round } = room();
  autoBid('third', 20);
  autoBid('first', 50);
  autoBid('second', 40);
  bid('second', 40);
  bid('first', 45);
  await round();
  expect(queued).toContainEqual({ key: `outbid:${LOT}:0`, title: 'used up at 20, now 45' });
  expect(queued).toContainEqual({ key: `outbid:${LOT}:1`, title: 'used up at 40, now 45' });
  expect(queued).toHaveLength(2);
  bid('second', 60);
  await round();
  expect(queued).toHaveLength(3);
  expect(queued).toContainEqual({ key: `outbid:${LOT}:2`, title: 'used up at 50, now 60' });
});
