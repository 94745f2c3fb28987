import { afterEach, describe, expect, it } from 'vitest';
import { practiceTerms } from '../support/scripted-room.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);
let trouble: Trouble;
afterEach(() => trouble.close());

describe('a fork of the log in the same epoch', () => {
  it('REVIEW F1: an offer decided on keys put back is not answered accepted because an older entry has its number', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm } = trouble;
    await storm.open(practiceTerms(1), PEOPLE);
    for (let i = 0; i < 3; i += 1) await storm.bid(PEOPLE[i % 2] ?? '', 1, 10_000 + i * 1_000);
    const putBack = await storm.keepKeysOf(1);
    for (let i = 3; i < 9; i += 1) await storm.bid(PEOPLE[i % 2] ?? '', 1, 10_000 + i * 1_000);
    await putBack();
    const answer = await storm.bid('p7', 1, 900_000);
    console.log(JSON.stringify(answer));
    await storm.stop();
    expect(await storm.violations([1])).toEqual([]);
  });

  it('REVIEW F1b: the run of the chain break is without violation in the product itself', async () => {
    trouble = await startTrouble({ partitions: 1 });
    const { storm } = trouble;
    await storm.open(practiceTerms(1), PEOPLE);
    storm.start(PEOPLE, [1]);
    await storm.more(1_000);
    const putBack = await storm.keepKeysOf(1);
    await storm.more(30, 'accepted');
    await trouble.catchInFlight(putBack);
    await storm.more(100, 'answered');
    await storm.stop();
    trouble.say('F1b');
    expect(await storm.violations([1])).toEqual([]);
  });
});
