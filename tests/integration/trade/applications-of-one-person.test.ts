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

/** A firm and the person who signs with its key; `proof`: how the person's number is known. */
async function firmAndSigner(proof: string | null): Promise<{ firm: string; signer: string }> {
  const pinfl = `301019012398${String((made += 1)).padStart(2, '0')}`;
  const [firm, signer] = [await workflows.person(50_000_00), await workflows.person(50_000_00)];
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, stir, pinfl, language)
     values ($1::uuid, 'test', $1::text, 'legal', 'firm', $3, null, 'uz'),
       ($2::uuid, 'test', $2::text, 'natural', 'signer', null, $4, 'uz')`,
    [firm, signer, `3011${String(made).padStart(5, '0')}`, pinfl],
  );
  await database.pool.query(
    `insert into person_certificate (person_id, serial, owner_name, kind, pinfl, tin, valid_from, valid_to)
     values ($1, $2, 'signer', 'legal', $3, null, now() - interval '1 year', now() + interval '1 year')`,
    [firm, `firm-${made}`, pinfl],
  );
  await database.pool.query(
    `insert into person_number (person_id, number_hash, key_check, proven_by) values ($1::uuid, $2, 'test', $3)`,
    [signer, `hash-${made}`, proof],
  );
  return { firm, signer };
}

test.each(['firm first', 'signer first'])(
  'a firm and who signs for it are one participant, %s',
  async (order) => {
    const lotId = await paidLot();
    const { firm, signer } = await firmAndSigner('oneid');
    const [first, second] = order === 'firm first' ? [firm, signer] : [signer, firm];
    expect(await workflows.apply(lotId, first)).toMatchObject({ outcome: 'applied' });
    expect(await workflows.apply(lotId, second)).toMatchObject({ outcome: 'refused' });
  },
);

test('a firm and its signer at the same instant are one participant', async () => {
  const lotId = await paidLot();
  const { firm, signer } = await firmAndSigner('oneid');
  const both = [firm, signer];
  for (const each of both) await workflows.applying.sendCode(lotId, each, '127.0.0.1');
  const answers = await Promise.all(
    both.map((each) => workflows.applying.apply(lotId, each, workflows.codeOf(each))),
  );
  expect(answers.map((answer) => answer?.outcome).toSorted()).toEqual(['applied', 'refused']);
});

test('a removed key of the firm leaves both one participant', async () => {
  const lotId = await paidLot();
  const { firm, signer } = await firmAndSigner('e-imzo');
  await database.pool.query(
    `update person_certificate set removed_at = now(), valid_to = now() where person_id = $1`,
    [firm],
  );
  expect(await workflows.apply(lotId, firm)).toMatchObject({ outcome: 'applied' });
  expect(await workflows.apply(lotId, signer)).toMatchObject({ outcome: 'refused' });
});

test.each([null, 'act'])(
  'a number that is only stated (%s) shuts a rival firm out of nothing',
  async (proof) => {
    const lotId = await paidLot();
    const { firm, signer } = await firmAndSigner(proof);
    expect(await workflows.apply(lotId, signer)).toMatchObject({ outcome: 'applied' });
    expect(await workflows.apply(lotId, firm)).toMatchObject({ outcome: 'applied' });
  },
);
