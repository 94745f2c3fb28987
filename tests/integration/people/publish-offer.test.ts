import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';

const ACCOUNT = 'Deposits are paid to 2020 8000 1001 2345 6001.';
const WHY = { reason: 'the bank has changed', document: null };
const day = (days: number) => tashkentDay(Date.now() + days * DAY_MS);

let app: DecisionsApp;
let [one, other]: DecisionStaff[] = [];
beforeAll(async () => {
  app = await startDecisionsApp();
  [one, other] = [await app.staff(), await app.staff()];
});
afterAll(() => app.close());

const versions = async () => (await app.office.consents.versions()).map(({ addedBy }) => addedBy);
async function propose(given: object = {}) {
  const { offer, contract } = await app.office.consents.source(1);
  const texts = { uz: `${offer.uz}\n\n${ACCOUNT}`, ru: offer.ru, en: offer.en };
  const payload = { effectiveOn: day(0), deadlineOn: day(12), offer: texts, contract, ...given };
  return app.office.decisions.propose({ kind: 'publish-offer', payload }, WHY, one!);
}

test('a version of the offer is published by two persons, who read the lines that change', async () => {
  expect(CONTRACTS.some(({ path, method }) => method !== 'get' && path.includes('/console/consents'))).toBe(
    false,
  );
  const made = await propose();
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  expect(await app.office.decisions.decide(made.decisionId, one!)).toEqual({ outcome: 'second-person' });
  expect(await versions()).toEqual([null]);
  const { facts } = (await app.office.readDecisions.one(made.decisionId, other!))!;
  expect(Object.fromEntries(facts.map((each) => [each.fact, 'text' in each && each.text]))).toEqual({
    'effective-on': expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/),
    'sign-by': expect.any(String),
    'words-uz': `+ ${ACCOUNT}`,
    'words-ru': '',
    'words-en': '',
  });
  expect(await app.office.decisions.decide(made.decisionId, other!)).toMatchObject({ outcome: 'done' });
  expect(await versions()).toEqual([one!.personId, null]);
  expect((await app.office.consents.source(2)).offer.uz).toContain(ACCOUNT);
});

test('one that leaves too few days, takes effect in the past or names an unknown figure is not proposed', async () => {
  const { contract } = await app.office.consents.source(1);
  const answers = [
    await propose({ effectiveOn: day(-1) }),
    await propose({ deadlineOn: day(9) }),
    await propose({ contract: { ...contract, ru: `${contract.ru} {{shop.price}}` } }),
    await propose({ contract: { ...contract, en: `${contract.en} {{constructor}}` } }),
    await propose({ contract: { ...contract, en: `${contract.en} {{__proto__}}` } }),
  ];
  expect(answers.map((each) => 'why' in each && each.why)).toEqual([
    'effective-past',
    'deadline-too-soon',
    'unknown-figure',
    'unknown-figure',
    'unknown-figure',
  ]);
});

test('in whatever words, it is turned down by one person once within 30 days, and proposed in vain once', async () => {
  const [author, second, third] = [await app.staff(), await app.staff(), await app.staff()];
  const { decisions } = app.office;
  const { contract } = await app.office.consents.source(1);
  let words = 0;
  const proposed = async (by: DecisionStaff) => {
    words += 1;
    const payload = {
      effectiveOn: day(0),
      deadlineOn: day(12),
      offer: contract,
      contract: { ...contract, uz: `${contract.uz} ${words}` },
    };
    const made = await decisions.propose({ kind: 'publish-offer', payload }, WHY, by);
    if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
    return made.decisionId;
  };
  const refuse = async (id: number, by: DecisionStaff) => decisions.turnDown(id, 'not these words', by);
  expect(await refuse(await proposed(author), second)).toMatchObject({ outcome: 'done' });
  await expect(proposed(author)).rejects.toMatchObject({ code: 'asked-before' });
  const id = await proposed(third);
  await expect(refuse(id, second)).rejects.toMatchObject({ code: 'turned-down-before' });
  expect(await refuse(id, author)).toMatchObject({ outcome: 'done' });
});
