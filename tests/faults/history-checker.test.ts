import { describe, expect, it } from 'vitest';
import { progressFrom, practiceTerms, ScriptedRoom } from '../fixtures/scripted-room.ts';
import { checkHistory, type History, type Operation, type Violation } from '../fixtures/history-checker.ts';
import { termsHash } from '#server/auction/rules/canonical.ts';
import type { LotRow } from '#server/auction/state/auction-log.repository.ts';
import type { CommittedEntry } from '#shared/auction/entries.ts';

const LOT = 1;

/** A history in which all went well: 30 bids of three people, each answered before the next was sent. */
function goodHistory(afterwards: (room: ScriptedRoom) => void = () => undefined): History {
  const terms = practiceTerms(LOT);
  const room = new ScriptedRoom(terms);
  const people = ['ann', 'bob', 'cyd'];
  room.admit(...people);
  const operations: Operation[] = [];
  for (let i = 0; i < 30; i += 1) {
    const person = people[i % 3] ?? '';
    const bidId = `bid-number-${i}`;
    const amountTiyin = 1_000 + i * 100;
    room.place(person, amountTiyin, bidId);
    const answer = { verdict: 'accepted', seq: room.state.seq, amountTiyin, repeated: false } as const;
    operations.push({
      lotId: LOT,
      person,
      bidId,
      amountTiyin,
      sentAt: i * 10,
      answeredAt: i * 10 + 5,
      answer,
    });
  }
  afterwards(room);
  const hash = termsHash(terms);
  const row = {
    lotId: LOT,
    terms,
    epoch: 1,
    seq: 0,
    lastLogId: '',
    headHash: hash,
    phase: 'waiting',
  } as LotRow;
  const start = {
    ...row,
    started: false,
    deadlineUs: terms.closesAtMs * 1000,
    priceTiyin: null,
    count: 0,
    extensions: 0,
  };
  const entries = progressFrom({ ...start, applicants: 0 }, room.take()).committed;
  return {
    operations,
    committed: new Map([[LOT, entries]]),
    termsHashes: new Map([[LOT, hash]]),
    views: [{ client: 'web', lotId: LOT, entries: [...entries] }],
  };
}

type Rule = Violation['rule'];
const operation = (history: History, at: number): Operation => {
  const found = history.operations[at];
  if (!found) throw new Error(`no operation ${at}`);
  return found;
};
const log = (history: History): CommittedEntry[] => history.committed.get(LOT) as CommittedEntry[];

const seen = (history: History): CommittedEntry[] => (history.views[0]?.entries ?? []) as CommittedEntry[];

const CORRUPTIONS: [string, Rule, (history: History) => void][] = [
  ['an answered bid that is nowhere', 'answered-is-committed', (h) => (operation(h, 7).bidId = 'another-id')],
  [
    'a bid answered with another place',
    'answered-is-committed',
    (h) => Object.assign(operation(h, 7).answer, { seq: 30 }),
  ],
  ['a bid answered with another amount', 'answered-is-committed', (h) => (operation(h, 7).amountTiyin += 1)],
  [
    'a refused bid that is in the log',
    'refused-is-not-committed',
    (h) => (operation(h, 7).answer = { verdict: 'refused', reason: 'not-placed', seq: 12 }),
  ],
  ['a bid no one ever answered', 'resolved', (h) => (operation(h, 7).answer = { verdict: 'unknown' })],
  [
    'two places for one id',
    'one-answer',
    (h) =>
      (h.operations as Operation[]).push({
        ...operation(h, 7),
        sentAt: 900,
        answeredAt: 901,
        answer: { verdict: 'accepted', seq: 99, amountTiyin: 1, repeated: true },
      }),
  ],
  [
    'a later bid that comes earlier',
    'real-time-order',
    (h) => Object.assign(operation(h, 7), { sentAt: 500 }),
  ],
  ['a missing entry', 'contiguity', (h) => log(h).splice(12, 1)],
  ['two entries in the other order', 'chain', (h) => log(h).splice(12, 2, ...log(h).slice(12, 14).reverse())],
  [
    'a price that does not rise',
    'rising-prices',
    (h) => Object.assign(log(h)[15]?.entry ?? {}, { amountTiyin: 1_000 }),
  ],
  ['one id twice in the log', 'identity', (h) => log(h).push(...log(h).slice(-1))],
  ['a client that missed an entry', 'view', (h) => seen(h).splice(9, 1)],
  [
    'a client that saw something else',
    'view',
    (h) => Object.assign(seen(h), { 9: { ...log(h)[9], hash: 'x' } }),
  ],
  ['a client that was left behind', 'view', (h) => seen(h).pop()],
];

describe('the history checker', () => {
  it('passes a history in which all went well', () => {
    expect(checkHistory(goodHistory())).toEqual([]);
  });

  it('lets an auto-bid that was matched be set again under its id, and no other', () => {
    const autoOf = (person: string, bidId: string, maximumTiyin: number) =>
      ({ kind: 'setAuto', person, bidId, maximumTiyin, salt: 'salt' }) as const;
    const matched = goodHistory((room) => {
      expect(room.do(autoOf('ann', 'auto-of-ann', 9_000))).toMatchObject({ verdict: 'accepted' });
      expect(room.do(autoOf('bob', 'auto-of-bob', 9_000))).toMatchObject({ reason: 'matched' });
      expect(room.do(autoOf('bob', 'auto-of-bob', 12_000))).toMatchObject({ verdict: 'accepted' });
    });
    expect(checkHistory(matched)).toEqual([]);
    const twice = goodHistory((room) => {
      room.do(autoOf('ann', 'auto-of-ann', 9_000));
      delete room.state.accepted['ann:auto-of-ann'];
      room.do(autoOf('ann', 'auto-of-ann', 12_000));
    });
    expect(checkHistory(twice)).toMatchObject([{ rule: 'identity' }]);
  });

  it.each(CORRUPTIONS)('finds %s', (_what, rule, corrupt) => {
    const history = goodHistory();
    corrupt(history);
    expect(checkHistory(history).map((violation) => violation.rule)).toContain(rule);
  });
});
