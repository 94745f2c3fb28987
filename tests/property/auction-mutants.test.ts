import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptLibrary, type ScriptLibrary } from '#server/auction/state/scripts.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { scenarios } from './auction/scenarios.ts';
import { mutate } from './auction/mutate.ts';
import { openScriptTable } from './auction/script-play.ts';
import { playTwin, type Play } from './auction/twin-play.ts';

/** One wrong word in one script each: the mistakes such code is made with. */
const MUTANTS: [says: string, file: string, right: string, wrong: string][] = [
  [
    'confirms a bid at the deadline itself',
    'include/room',
    'room.now >= room.deadline',
    'room.now > room.deadline',
  ],
  ['opens a microsecond late', 'include/room', 'now >= room.opens', 'now > room.opens'],
  [
    'stamps the opening with the call',
    'include/opening',
    'room.now = math.max(room.opens, room.at)',
    'room.now = called',
  ],
  [
    'shares one extension between opening and bid',
    'include/opening',
    '  room.overtimeJudged = false\n  room.now =',
    '  room.now =',
  ],
  [
    'extends with exactly the window left',
    'include/price',
    'room.deadline - now >= room.window',
    'room.deadline - now > room.window',
  ],
  [
    'lets the cap count paused time',
    'include/price',
    'room.closes + room.cap + room.pausedUs',
    'room.closes + room.cap',
  ],
  ['takes the daily stop of the next day', 'include/price', 'if stop < here', 'if stop <= here'],
  [
    'lets an extension shorten the room',
    'include/price',
    'return math.max(deadline, room.deadline)',
    'return deadline',
  ],
  ['rounds increments up', 'include/figures', 'math.floor(rest', 'math.ceil(rest'],
  ['allows an increment of nothing', 'include/price', 'math.max(1, raise)', 'math.max(0, raise)'],
  ['stops a ladder one step early', 'include/price', 'tonumber(from) > price', 'tonumber(from) >= price'],
  [
    'answers a lower offer with the whole maximum',
    'include/auto-bids',
    'math.min(auto.maximum, room.price + increment(room))',
    'auto.maximum',
  ],
  ['lets the later of equals win', 'include/auto-bids', 'MAX - auto.order', 'auto.order'],
  [
    'lets a sleeping auto-bid answer',
    'include/auto-bids',
    'if auto_of(room, auto.person).asleep then return end',
    '',
  ],
  [
    'lets limits begin one price late',
    'include/room',
    'room.limitFrom <= ordinal',
    'room.limitFrom < ordinal',
  ],
  [
    'bids against itself',
    'include/auto-bids',
    'if top.person ~= room.leader then confirm',
    'if true then confirm',
  ],
  ['forgets the reserve winner', 'include/auto-bids', 'room.reserve = leader', "room.reserve = ''"],
  ['accepts one below the suggested price', 'place-bid', 'amount < suggested', 'amount < suggested - 1'],
  ['accepts one above the limit', 'place-bid', 'amount > limit', 'amount > limit + 1'],
  ['lets an equal offer beat the earlier maximum', 'place-bid', 'rival.maximum == amount', 'false'],
  ['calls a room closed whose hammer has not fallen', 'place-bid', 'close_if_late(room) end', 'end'],
  [
    'judges an id accepted in the same call again',
    'place-bid',
    'given[id] or refused[place] then',
    'refused[place] then',
  ],
  ['judges an id refused in the same call again', 'place-bid', ' or refused[place] then', ' then'],
  ['forgets accepted ids', 'place-bid', "keep_answer(room, offer.id, seq_text, text, 'price')", ''],
  [
    'renews the place of an unchanged maximum',
    'set-auto-bid',
    'before and before.maximum == maximum and before.order or own_seq',
    'own_seq',
  ],
  [
    'keeps the old maximum among the awake',
    'set-auto-bid',
    'if before then drop_auto(room, person, before) end',
    '',
  ],
  [
    'judges a repeated refusal again',
    'include/bid',
    'if not v then return nil, looked_up end\n  local id, epoch',
    'if true then return nil, looked_up end\n  local id, epoch',
  ],
  ['keeps refusals over epochs', 'include/bid', ' or epoch ~= room.epoch', ''],
  ['places what was sent in an earlier epoch', 'include/bid', 'sent < room.epoch', 'sent > room.epoch'],
  ['works in any epoch', 'include/room', 'ARGV[2] ~= v[1]', 'false'],
  ['keeps the auto-bid of a revoked bidder', 'revoke', 'if auto then drop_auto(room, ARGV[3], auto) end', ''],
  ['counts the revoked as participants', 'revoke', 'room.admitted = room.admitted - 1', ''],
  ['lets who has an auto-bid go', 'revoke', 'room.reserve == ARGV[3] or auto', 'room.reserve == ARGV[3]'],
  ['lets the reserve go', 'revoke', 'room.reserve == ARGV[3]', 'false'],
  ['revokes who is needed for prices to count', 'revoke', ' or needed', ''],
  ['revokes in an open room all the same', 'revoke', "ARGV[5] == 'unopened'", 'false'],
  ['revokes the leader all the same', 'revoke', "ARGV[5] == 'not-leading'", 'false'],
  ['withdraws a lot with a price for its seller', 'withdraw', "ARGV[4] == 'no-price'", 'false'],
  ['resumes before the instant', 'resume', 'at and at > room.now', 'false'],
  ['keeps a resumption that was called off', 'suspend', ' and not room.resumeAt', ''],
  [
    'counts a pause before the opening as lost',
    'include/resuming',
    'math.max(room.pausedAt, room.opens)',
    'room.pausedAt',
  ],
  ['reopens what ended before the outage', 'include/recovering', 'or room.deadline <= began', ''],
  ['sells to too few', 'include/closing', 'room.admitted < room.minCount', 'false'],
  ['accepts one above the jump cap', 'place-bid', 'amount > most', 'amount > most + 1'],
  ['takes a maximum one above the jump cap', 'set-auto-bid', 'maximum > most', 'maximum > most + 1'],
  ['leaves the jump cap no share of the price', 'include/price', 'suggested * times', 'suggested'],
  ['leaves the jump cap no increments', 'include/price', 'jump * increment(room)', '0'],
  ['takes a jump without its confirmation', 'place-bid', "if mark == '' then return CONFIRM_JUMP end", ''],
  [
    'asks about a jump of exactly the share',
    'place-bid',
    'amount > suggested + share',
    'amount >= suggested + share',
  ],
  ['keeps the most that passes to itself', 'place-bid', 'reason, nil, bound)', 'reason)'],
  [
    'takes a confirmed offer for the refused one',
    'include/bid',
    "asked ~= content .. (mark or '')",
    'not string.find(asked, content, 1, true)',
  ],
  ['leaves offers off step without a limit', 'place-bid', 'off_step and room.offStep', 'false'],
  ['limits the suggested price from the first on', 'place-bid', 'off_step and room.offStep', 'room.offStep'],
  ['stores a maximum above the limit', 'set-auto-bid', 'room.offStep and limit', 'false and limit'],
  [
    'lets an auto-bid wake late',
    'include/room',
    'return room.offStep or limits_apply',
    'return limits_apply',
  ],
  ['names a revoked reserve', 'include/hammer', 'and not is_revoked(room, room.reserve)', ''],
  [
    'pays the suggested price above a runner-up',
    'include/auto-bids',
    'if not room.aboveRunnerUp then return',
    'if true then return',
  ],
  [
    'pays above the runner-up in every room',
    'include/auto-bids',
    'if not room.aboveRunnerUp then return room.suggested end',
    '',
  ],
  [
    'pays above the runner-up more than the maximum',
    'include/auto-bids',
    'math.min(top.maximum, second.maximum + increment(room, second.maximum))',
    'second.maximum + increment(room, second.maximum)',
  ],
  [
    'pays less than the suggested price above an old runner-up',
    'include/auto-bids',
    'math.max(room.suggested, math.min(top.maximum',
    '(math.min(top.maximum',
  ],
  [
    'takes the increment at the price for that at the second maximum',
    'include/auto-bids',
    'second.maximum + increment(room, second.maximum)',
    'second.maximum + increment(room)',
  ],
  ['gives time back twice', 'include/recovering', ', room.restoredTo))', '))'],
  ['forgets until when time was given back', 'include/room', 'room.restoredTo = room.now', ''],
  [
    'gives grace to each stall',
    'include/recovering',
    'deadline_after_loss(room, lost, room.grace)',
    'deadline_after_loss(room, lost, 0)',
  ],
  ['counts no grace', 'include/recovering', 'room.grace = room.grace + deadline - room.deadline - lost', ''],
  [
    'gives a room that had grace none after a pause',
    'include/resuming',
    '(room, paused, 0)',
    '(room, paused, room.grace)',
  ],
  [
    'remembers the strongest after one changed',
    'include/auto-bids',
    "room.twoStrongest = false\n  call('HSET'",
    "call('HSET'",
  ],
  [
    'stamps all entries of a call with the first instant',
    'include/log',
    'now ~= room.textOf',
    'not room.textOf',
  ],
  [
    'writes the first deadline of a call to each price',
    'include/auto-bids',
    'deadline ~= room.textOfDeadline',
    'not room.textOfDeadline',
  ],
  ['gives no time back after a stall', 'include/recovering', 'room.pausedUs = room.pausedUs + lost', ''],
];

/** `npm test` takes one in twelve, `test:all` every one. */
const SAMPLE = COMPLETE ? MUTANTS : MUTANTS.filter((_, i) => i % 12 === 0);

let redis: OwnRedis;
let plays: Play[];

beforeAll(async () => {
  redis = await startRedis();
  plays = fc.sample(scenarios, { seed: 7, numRuns: 1_500 }).map((scenario, i) => playTwin(scenario, i + 1));
});
afterAll(() => redis.stop());

describe('a script with one mistake', () => {
  test.each(SAMPLE)('that %s is caught', async (says, file, right, wrong) => {
    const caught = await firstDifference(
      `m${MUTANTS.findIndex(([name]) => name === says)}:`,
      mutate(file, right, wrong),
    );
    expect(caught).not.toBeNull();
  });

  test('is all that is caught: the right scripts are not', async () => {
    expect(await firstDifference('right:', scriptLibrary(), 200)).toBeNull();
  });
});

async function firstDifference(
  namespace: string,
  scripts: ScriptLibrary,
  rooms = plays.length,
): Promise<string | null> {
  const table = await openScriptTable(redis.url, namespace, scripts);
  try {
    for (const play of plays.slice(0, rooms)) {
      const difference = await table.compare(play);
      if (difference) return difference.where;
    }
    return null;
  } finally {
    await table.close();
  }
}
