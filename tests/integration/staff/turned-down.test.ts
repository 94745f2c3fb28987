import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTurningDown } from '#server/domains/people/accounts/index.ts';
import { createTurnedDownRepository } from '#server/domains/people/accounts/turned-down.repository.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { startContractFixture, type ContractFixture } from '../../fixtures/contract-fixture.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

/** The matter of a call, in SQL; `$1` is its first parameter. */
const OF_ORDER = `'order:' || $1`;
const OF_REJECTION = `'order-rejection:' || $1`;
const OF_CLAIM = `'number-claim:' || (select claimant_id from number_claim where id = $1::bigint)`;
const OF_RETURN = `'refund-return:' || $1`;
const OF_EXTENSION = `'settlement-extension:' || $1`;
const OF_INVITATION = `'invitation:' || (select phone from staff_invitation where id = $1::bigint)`;
const OF_QUESTION = `(select 'lot-question:' || lot_id || ':' || person_id from lot_question where id = $1::bigint)`;
const OF_PROPOSAL = `'reference-change:' || (select case kind when 'rule-set' then target else kind end
  from reference_proposal where id = $1::bigint)`;

/** Calls by which staff turn down what somebody asked for. */
const TURN_DOWN: Readonly<Record<string, string>> = {
  'console.refuse-account-change': `(select 'account-change:' || kind || ':' || person_id from account_change where id = $1::bigint)`,
  'console.turn-down-bar-proposal': `(select 'bar:' || kind || ':' || id_hash from bar_proposal where id = $1::bigint)`,
  'console.turn-down-decision': `(select 'decision:' || kind || ':' || subject from decision where id = $1::bigint)`,
  'console.refuse-refund': `(select 'refund:' || person_id from refund where id = $1::bigint)`,
  'console.reject-bank-line': `'bank-line:' || $1`,
  'console.return-order': OF_ORDER,
  'console.reject-order': OF_REJECTION,
  'console.refuse-edit-request': `'edit-request:' || (select person_id from person_edit_request where id = $1::bigint)`,
  'console.return-number-claim': OF_CLAIM,
  'console.reject-number-claim': OF_CLAIM,
  'console.reject-refund-return': OF_RETURN,
  'console.reject-settlement-extension': OF_EXTENSION,
  'console.turn-down-reference-proposal': OF_PROPOSAL,
  'console.change-reference-proposal': OF_PROPOSAL,
  'console.refuse-invitation': OF_INVITATION,
  'console.revoke-invitation': OF_INVITATION,
  'console.postpone-repeat': `'repeat:' || (select order_id from repeat_plan where lot_id = $1::bigint)`,
  'console.refuse-lot-question': OF_QUESTION,
  'console.hide-lot-question': OF_QUESTION,
};

/** Calls by which staff ask for what a colleague decides. */
const ASK: Readonly<Record<string, string>> = {
  'console.propose-number-claim': OF_CLAIM,
  'console.refund-returned': OF_RETURN,
  'console.extend-settlement': OF_EXTENSION,
  'console.propose-reference-change': `'reference-change:practice' || coalesce($1, '')`,
  'console.invite-staff': `'invitation:' || coalesce($1, '+998907770001')`,
};

/** Bounded by a rule of their own, with a test of its own; or over for good once they are turned down. */
const BOUNDED_OTHERWISE: Readonly<Record<string, string>> = {
  'console.turn-down-result-cancellation': 'once in 30 days for a sale',
  'console.reject-room-request': 'three of a room in 12 hours',
  'console.return-bank-line': 'two persons decide',
  'console.refuse-protest': 'one protest of a participant and lot',
};

let fixture: ContractFixture;
/** Two accounts of one person, and a colleague. */
let one: { id: string; cookie: string };
let twin: { id: string };
let colleague: { id: string; cookie: string };
beforeAll(async () => {
  fixture = await startContractFixture();
  const everything = ['operator', 'moderator', 'administrator'] as const;
  one = await fixture.signIn('One', [...everything]);
  twin = await fixture.signIn('Twin', [...everything]);
  colleague = await fixture.signIn('Colleague', [...everything]);
  await fixture.database.pool.query(
    `insert into staff_attestation (person_id, pinfl, document, reason)
     select $2, pinfl, 'a passport', 'a test' from staff_attestation where person_id = $1`,
    [one.id, twin.id],
  );
});
afterAll(() => fixture.close());

const contractOf = (name: string) => CONTRACTS.find((each) => each.name === name)!;

/** What the call is about was turned down so often, once under each account. */
async function turnedDown(name: string, matter: string, column: 'asked_by' | 'turned_down_by') {
  const { pool } = fixture.database;
  const [first = null] = Object.values(fixture.good[name]?.params ?? {});
  const { rows } = await pool.query<{ matter: string }>(`select ${matter} as matter`, [
    first === null ? null : String(first),
  ]);
  const before = (by: string) => (column === 'asked_by' ? [by, 'somebody'] : ['somebody', by]);
  for (const by of [one.id, twin.id])
    await pool.query('insert into turned_down (matter, asked_by, turned_down_by) values ($1, $2, $3)', [
      rows[0]!.matter,
      ...before(by),
    ]);
  return rows[0]!.matter;
}

const rowsOf = async (matter: string) =>
  (await fixture.database.pool.query('select turned_down_by from turned_down where matter = $1', [matter]))
    .rows;

describe('what staff turned down as often as one person may within 30 days', () => {
  it.each(Object.entries(TURN_DOWN))('is turned down by a colleague the next time: %s', async (name, of) => {
    const matter = await turnedDown(name, of, 'turned_down_by');
    const refused = await fixture.call(contractOf(name), one.cookie);
    expect([refused.status, refused.body.ERROR?.code]).toEqual([409, 'turned-down-before']);
    expect(await rowsOf(matter)).toHaveLength(2);
    expect((await fixture.call(contractOf(name), colleague.cookie)).status).toBe(200);
    expect(await rowsOf(matter)).toEqual([
      { turned_down_by: one.id },
      { turned_down_by: twin.id },
      { turned_down_by: colleague.id },
    ]);
  });

  it.each(Object.entries(ASK))('is asked for by a colleague the next time: %s', async (name, of) => {
    await turnedDown(name, of, 'asked_by');
    const refused = await fixture.call(contractOf(name), one.cookie);
    expect([refused.status, refused.body.ERROR?.code]).toEqual([409, 'asked-before']);
    expect((await fixture.call(contractOf(name), colleague.cookie)).status).toBe(200);
  });

  it('is counted also where who only states the phone of a colleague says that it is their own', async () => {
    const { db, pool } = fixture.database;
    const turning = createTurningDown(isSamePerson);
    const down = (by: string, askedBy: string) =>
      inTransaction(db, (tx) => turning.turnDown(tx, 'settlement-extension:900001', { by, askedBy }));
    const stranger = crypto.randomUUID();
    await pool.query(
      `insert into person (id, issuer, subject, kind, name, phone, language, roles)
       values ($1, 'test', $2, 'natural', 'Stranger', '+998901230099', 'uz', '{operator}')`,
      [stranger, stranger],
    );
    await pool.query('update person set phone = $2 where id = $1', [one.id, '+998901230099']);
    expect(await isSamePerson(db, one.id, stranger)).toBe(true);
    await down(stranger, one.id);
    expect(await rowsOf('settlement-extension:900001')).toEqual([{ turned_down_by: stranger }]);
    await down(one.id, one.id);
    expect(await createTurnedDownRepository(db).within('settlement-extension:900001', 30)).toEqual([
      { asked_by: one.id, turned_down_by: stranger },
    ]);
  });

  it('is turned down by a colleague also where one person turns several of a matter down at one instant', async () => {
    const { db, pool } = fixture.database;
    const turning = createTurningDown(isSamePerson);
    // Copies of one order: each call locks another one.
    const matter = 'order-rejection:900001';
    const reject = () =>
      inTransaction(db, (tx) => turning.turnDown(tx, matter, { by: one.id })).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    const twins: Promise<string>[] = [];
    await inTransaction(db, async (tx) => {
      await turning.turnDown(tx, matter, { by: twin.id });
      twins.push(reject(), reject());
      // Neither is judged before this one is written.
      await Promise.race([waitsForLock({ pool }, 2), Promise.all(twins)]);
    });
    expect(await Promise.all(twins)).toEqual(['turned-down-before', 'turned-down-before']);
    expect(await rowsOf(matter)).toEqual([{ turned_down_by: twin.id }]);
  });

  it('is every call by which staff turn something down', () => {
    const named = CONTRACTS.map(({ name }) => name).filter((name) =>
      /^console\.(?:refuse|reject|turn-down|return)-/.test(name),
    );
    const known = new Set([...Object.keys(TURN_DOWN), ...Object.keys(BOUNDED_OTHERWISE)]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
