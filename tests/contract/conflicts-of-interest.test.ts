import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStaffRole, SUBJECT_KINDS, type Contract } from '#shared/api/contract.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { demandSubject } from '#server/platform/http/staff-subject.ts';
import { callServer } from '../fixtures/app.ts';
import { startContractFixture, type ContractFixture, type SignedIn } from '../fixtures/contract-fixture.ts';
import { testDatabase } from '../fixtures/services.ts';

/** Calls of staff that change something and concern no one: each new one is a decision that belongs into this list. */
const ABOUT_NOBODY = [
  // Of all listeners of a host alike.
  'console.switch-host-off',
  'console.switch-host-on',
  'console.find-bar-person',
  // All rooms alike: judged by each room that runs.
  'console.begin-technical-break',
  'console.end-technical-break',
  // Staff alone take part in it.
  'console.start-rehearsal',
  'console.end-rehearsal',
  // Each kind says whom it concerns: judged with the proposal.
  'console.propose-decision',
  'console.preview-statement',
  'console.refused-statement-rows',
  'console.import-statement',
  // Changes nothing: what is looked for is no part of an address.
  'console.find-accounts',
  // There is no account yet.
  'console.invite-staff',
  // What one sees of a list.
  'console.hide-columns',
  'console.save-view',
  'console.remove-view',
  'console.news-create',
  'console.news-edit',
  'console.news-publish',
  'console.news-withdraw',
  'console.news-restore',
  'console.category-create',
  'console.category-edit',
  'console.category-hide',
  'console.category-fields',
  'console.categories-arrange',
  'console.list-save',
  'console.features-arrange',
  'console.partners-arrange',
  'console.partner-create',
  'console.partner-edit',
  'console.help-page-edit',
  'console.help-page-publish',
  'console.help-page-cancel',
  'console.help-page-restore',
  'console.message-text-edit',
  'console.message-text-restore',
  'console.message-text-test',
  // Of the whole platform, like all about incidents below.
  'console.add-incident-note',
  // Rules, days, places and banks concern everyone alike; the second person of a proposal is judged apart.
  'console.preview-rule-set',
  'console.propose-reference-change',
  'console.change-reference-proposal',
  'console.approve-reference-proposal',
  'console.turn-down-reference-proposal',
  'console.withdraw-reference-proposal',
  'console.add-calendar-day',
  'console.remove-calendar-day',
  'console.add-area',
  'console.rename-place',
  'console.hide-area',
  'console.preview-banks',
  'console.import-banks',
  // Nothing becomes an order before it is started, which is about the organisation.
  'console.upload-order-import',
  'console.upload-order-import-photos',
  'console.open-incident',
  'console.change-incident',
  'console.watch-incident',
  'console.close-incident',
  'console.reopen-incident',
  'console.send-incident-message',
  // Repeats what was to happen without anybody.
  'console.retry-job',
  'console.contact-template-store',
  'console.banner-store',
];

const changes = CONTRACTS.filter(
  ({ access, method }) => typeof access === 'object' && access.roles.some(isStaffRole) && method !== 'get',
);
/** Also what staff read of such a subject, which is nothing for who has a part in it. */
const about = CONTRACTS.flatMap((contract) =>
  contract.subject && contract.subject !== 'none' ? [[contract.name, contract] as const] : [],
);

describe('every call of staff that changes something', () => {
  test('names what it is about, or is in the list of those about no one', () => {
    expect(changes.filter(({ subject }) => subject === undefined).map(({ name }) => name)).toEqual([]);
    expect(changes.filter(({ subject }) => subject === 'none').map(({ name }) => name)).toEqual(ABOUT_NOBODY);
    const kinds = new Set(about.map(([, { subject }]) => (subject as { kind: string }).kind));
    expect([...kinds].toSorted()).toEqual([...SUBJECT_KINDS].toSorted());
  });

  test('is judged in the same way where it reads what colleagues noted', () => {
    const read = about.filter(([, { method }]) => method === 'get').map(([name]) => name);
    expect(read).toEqual(['console.room-notes', 'console.task-notes']);
  });

  test('is not served without it', () => {
    const contract = changes[0] as Contract;
    const { subject: _, ...forgotten } = contract;
    expect(() => demandSubject(forgotten)).toThrow(/names no subject/);
    expect(() => demandSubject({ ...contract, subject: { kind: 'lot', param: 'elsewhere' } })).toThrow(
      /elsewhere/,
    );
    expect(() => demandSubject({ ...forgotten, access: 'signed-in' })).not.toThrow();
    expect(() => demandSubject({ ...forgotten, method: 'get' })).not.toThrow();
  });
});

describe('somebody of the staff with the phone of everybody concerned', () => {
  const PHONE = '+998905550001';
  let fixture: ContractFixture;
  let self: SignedIn;
  let requestId: number;

  beforeAll(async () => {
    fixture = await startContractFixture();
    self = await fixture.signIn('Other Account', ['operator', 'moderator', 'administrator']);
    const { body } = await callServer(
      fixture.platform.url,
      'POST',
      `/api/console/rooms/${fixture.lotId}/extend`,
      { cookie: fixture.people.operator.cookie, body: { minutes: 5, reason: 'for the conflict' } },
    );
    requestId = body.requestId;
    const { id: buyer } = fixture.people.buyer;
    const run = (statement: string, values: unknown[] = []) => fixture.database.pool.query(statement, values);
    await run('update person set phone = $1, phone_confirmed_at = null where id <> $2', [
      PHONE,
      fixture.people.operator.id,
    ]);
    // Of two whose PINFL are proven the phone says nothing.
    await run('delete from staff_attestation where person_id <> $1', [self.id]);
    // Each invitation is for an e-mail that one of these people has.
    await run(
      `update person set email = 'concerned' || n || '@example.uz' from (
         select id as numbered, row_number() over (order by id) as n from person where phone = $1
       ) people where id = numbered`,
      [PHONE],
    );
    await run(`update staff_invitation set email = 'concerned' || id || '@example.uz'`);
    // Rehearsals are everybody's: the lot becomes one with money.
    await run('update lot set practice = false, customer_person_id = $1 where id = $2', [
      buyer,
      fixture.lotId,
    ]);
  });
  afterAll(() => fixture?.close());

  test.each(about)('is refused by %s, and it is on record', async (name, contract) => {
    const path = contract.path.replace(':requestId', String(requestId));
    const answer = await fixture.call({ ...contract, path }, self.cookie);
    expect([answer.status, answer.body.ERROR?.code], JSON.stringify(answer.body)).toEqual([
      403,
      'conflict-of-interest',
    ]);
    expect(answer.body.ERROR.message).toMatch(/telefon/);
    const { rows } = await fixture.database.pool.query(
      `select c.ground, c.result, a.result as logged, a.reason from conflict_of_interest c
       join person_action a on a.person_id = $2 and a.type = 'conflict'
         and a.reason = c.action || ':' || c.ground
       where c.action = $1 and c.staff_person_id = $2::text`,
      [name, self.id],
    );
    expect(rows).toEqual([
      { ground: 'phone', result: 'refused', logged: 'refused', reason: `${name}:phone` },
    ]);
  });

  test('is listed with all of it for auditors and administrators', async () => {
    const auditor = await fixture.signIn('Auditor of conflicts', ['auditor']);
    const page = async (number: number) => {
      const { body } = await callServer(
        fixture.platform.url,
        'GET',
        `/api/console/conflicts?result=refused&size=100&page=${number}`,
        { cookie: auditor.cookie },
      );
      return body;
    };
    const first = await page(1);
    const items = [...first.items];
    for (let number = 2; items.length < first.total; number += 1) {
      const next = await page(number);
      expect(next.items).not.toEqual([]);
      items.push(...next.items);
    }
    const mine = items.filter(({ staff }: { staff: { id: string } }) => staff.id === self.id);
    expect(mine.map(({ action }: { action: string }) => action).toSorted()).toEqual(
      about.map(([name]) => name).toSorted(),
    );
    expect(mine[0]).toMatchObject({ staff: { name: 'Other Account' }, ground: 'phone', result: 'refused' });
    expect(mine[0].person.name).not.toBe('');
  });
});

test('what was recorded is never changed', async () => {
  const database = await testDatabase();
  try {
    await database.pool.query(
      `insert into conflict_of_interest (staff_person_id, staff_name, action, subject_kind, subject_id, person_id, ground, result)
       values ('a', 'A', 'console.approve-refund', 'refund', '1', 'b', 'phone', 'refused')`,
    );
    for (const statement of [
      `update conflict_of_interest set staff_name = 'B'`,
      'delete from conflict_of_interest',
      'truncate conflict_of_interest',
    ])
      await expect(database.pool.query(statement)).rejects.toMatchObject({ code: 'CI001' });
  } finally {
    await database.close();
  }
});
