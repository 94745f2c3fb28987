import { expect, test } from 'vitest';
import { withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

// One human with two accounts is one participant: alone they are not the number that an auction needs, and who was shut out stays out.

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

let made = 0;
/** Two accounts with one PINFL. */
async function accounts(): Promise<[string, string]> {
  const pinfl = `301019012399${String((made += 1)).padStart(2, '0')}`;
  const account = async () => {
    const id = await workflows.person(50_000_00);
    await database.pool.query(
      `insert into person (id, issuer, subject, kind, name, pinfl, language)
       values ($1::uuid, 'test', $1::text, 'natural', 'n', $2, 'uz')`,
      [id, pinfl],
    );
    return id;
  };
  return [await account(), await account()];
}

test('a second account of a participant is refused, also where both apply at once', async () => {
  const lotId = await paidLot();
  const [one, other] = await accounts();
  for (const each of [one, other]) await workflows.applying.sendCode(lotId, each, '127.0.0.1');
  const answers = await Promise.all(
    [one, other].map((each) => workflows.applying.apply(lotId, each, workflows.codeOf(each))),
  );
  expect(answers.map((answer) => answer?.outcome).toSorted()).toEqual(['applied', 'refused']);
  expect((await workflows.held(one)) > 0 && (await workflows.held(other)) > 0).toBe(false);
});

test('whose right to a lot was taken away does not come back under another account', async () => {
  const lotId = await paidLot();
  const [one, other] = await accounts();
  expect(await workflows.apply(lotId, one)).toMatchObject({ outcome: 'applied' });
  await database.pool.query(
    `update trade_application set status = 'revoked' where lot_id = $1 and person_id = $2`,
    [lotId, one],
  );
  expect(await workflows.apply(lotId, other)).toMatchObject({ objection: { reason: 'revoked' } });
});
