import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRefunding } from '#server/domains/money/payments/refunds/index.ts';
import { createAccounts } from '#server/domains/people/accounts/create-accounts.ts';
import {
  createConflicts,
  isConcerned,
  takesPart,
} from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { createApplicationRowsRepository } from '#server/domains/trade/trade-applications/application-rows.repository.ts';
import { createTradeApplicationsService } from '#server/domains/trade/trade-applications/trade-applications.service.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import {
  hasReadAsStaff,
  isSamePerson,
  type Conflicts,
} from '#server/domains/people/conflicts-of-interest/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { Subject } from '#shared/api/contract.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { debtsOfPeople } from '../../fixtures/debts-of-people.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { bankDay, statementLines } from '../../fixtures/statement-lines.ts';

let database: TestDatabase;
let conflicts: Conflicts;
beforeAll(async () => {
  database = await testDatabase();
  conflicts = createConflicts(database.db, async (ids) => {
    // As the accounts find them: only accounts have names.
    await run('select from person where id = any($1::uuid[])', [ids]);
    return new Map(ids.map((id) => [id, `Name of ${id}`]));
  });
});
afterAll(() => database.close());

const run = (statement: string, values: unknown[] = []) => database.pool.query(statement, values);

let made = 0;
const nextPinfl = (): string => {
  const first = `3010190${String(700_000 + (made += 1)).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
};

interface Given {
  roles?: string[];
  pinfl?: string | null;
  stir?: string | null;
  phone?: string;
}

async function person({
  roles = ['buyer'],
  pinfl = nextPinfl(),
  stir = null,
  phone,
}: Given = {}): Promise<string> {
  const { rows } = await run(
    `insert into person (issuer, subject, kind, name, phone, pinfl, stir, language, roles)
     values ('test', $1, $2, 'Somebody', $3, $4, $5, 'uz', $6) returning id`,
    [
      randomUUID(),
      stir ? 'legal' : 'natural',
      phone ?? `+99894${1_000_000 + (made += 1)}`,
      stir ? null : pinfl,
      stir,
      roles,
    ],
  );
  return rows[0].id;
}
const staff = (given: Given = {}) => person({ roles: ['operator'], ...given });

const card = (personId: string, mask: string) =>
  run(
    `insert into payout_destination (person_id, kind, card_type, card_mask, card_token, removed_at)
     values ($1, 'card', 'uzcard', $2, $3, now())`,
    [personId, mask, randomUUID()],
  );
const address = (personId: string, text: string) =>
  run('insert into person_profile (person_id, region_id, area_id, address) values ($1, 1726, 1726266, $2)', [
    personId,
    text,
  ]);

/** A lot with money, of this seller, and an application for it. */
async function lot({ seller = null, bidder = null }: { seller?: string | null; bidder?: string | null }) {
  const lotId = await publishTestLot(database, {
    ruleSet: 'private',
    customerPersonId: seller,
    opensInMs: 3_600_000,
  });
  const application =
    bidder && (await createTradeApplicationsRepository(database.db).request(lotId, bidder, 500_00));
  return { lotId, applicationId: application ? application.id : 0 };
}

async function refundOf(personId: string, approvedBy: string[] = []): Promise<number> {
  const { refunds } = createRefunding({
    db: database.db,
    walletIn: createWallet,
    cardTokens: null,
    isMfo: async () => null,
    isSamePerson,
    requisitesOf: async () => ({ bankName: 'Namuna bank', mfo: '00444', account: '20208000912345678001' }),
    limits: { minTiyin: 1, maxTiyin: 1_000 },
    debts: debtsOfPeople(database.db),
    judge: moneyJudge(),
  });
  await createWallet(database.db).topUp({
    personId,
    amountTiyin: 100,
    key: randomUUID(),
    provider: 'cash-desk',
    reference: 'cash',
    reason: 'a test',
    actor: 'system',
  });
  const made = await refunds.create({
    personId,
    requestKey: randomUUID(),
    amountTiyin: 100,
    destination: { kind: 'account', id: 0 },
    address: '',
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  const { id } = made.refund;
  for (const actor of approvedBy)
    await run(
      `insert into refund_step (refund_id, person_id, action, actor) values ($1, $2, 'approved', $3)`,
      [id, personId, actor],
    );
  return id;
}

const judge = (personId: string, subject: Subject, subjectId: number): Promise<string> =>
  conflicts
    .judge({ personId, name: 'Staff', address: '', action: 'console.test', subject, subjectId })
    .catch((error: { code: string }) => error.code);
const aboutRefund = (personId: string, id: number) =>
  judge(personId, { kind: 'refund', param: 'refundId' }, id);
const groundsOf = async (personId: string) =>
  (
    await run('select ground, result from conflict_of_interest where staff_person_id = $1 order by id', [
      personId,
    ])
  ).rows;

describe('somebody of the staff', () => {
  test('decides about strangers', async () => {
    const me = await staff();
    expect(await aboutRefund(me, await refundOf(await person()))).toBe('clear');
    expect(await aboutRefund(me, 999_999)).toBe('clear');
    expect(await groundsOf(me)).toEqual([]);
  });

  test('decides nothing of their own, also where the account is gone from the table', async () => {
    const me = await staff();
    expect(await aboutRefund(me, await refundOf(me))).toBe('conflict-of-interest');
    expect(await groundsOf(me)).toEqual([{ ground: 'account', result: 'refused' }]);
    const gone = randomUUID();
    expect(await aboutRefund(gone, await refundOf(gone))).toBe('conflict-of-interest');
  });

  test.each([
    [
      'the same PINFL',
      'national-id',
      async () => {
        const pinfl = nextPinfl();
        return [await staff({ pinfl }), await person({ pinfl })];
      },
    ],
    [
      'the same STIR',
      'national-id',
      async () => {
        const stir = String(301_000_000 + (made += 1));
        return [await staff({ stir }), await person({ stir })];
      },
    ],
    [
      'a company whose signature key is in the name of the same person',
      'national-id',
      async () => {
        const pinfl = nextPinfl();
        const company = await person({ stir: String(301_000_000 + (made += 1)) });
        await run(
          `insert into person_certificate (person_id, serial, owner_name, kind, pinfl, tin, valid_from, valid_to)
           values ($1, $2, 'Director', 'legal', $3, '301000000', now(), now())`,
          [company, randomUUID(), pinfl],
        );
        return [await staff({ pinfl }), company];
      },
    ],
    [
      'a signature key of the company of the same person',
      'national-id',
      async () => {
        const stir = String(301_000_000 + (made += 1));
        const director = await person();
        await run(
          `insert into person_certificate (person_id, serial, owner_name, kind, tin, valid_from, valid_to)
           values ($1, $2, 'Director', 'legal', $3, now(), now())`,
          [director, randomUUID(), stir],
        );
        return [await staff({ stir }), director];
      },
    ],
    [
      'the same phone',
      'phone',
      async () => {
        const phone = `+99895${1_000_000 + (made += 1)}`;
        return [await staff({ phone }), await person({ phone })];
      },
    ],
    [
      'the same card, removed from the list by now',
      'card',
      async () => {
        const [me, other] = [await staff(), await person()];
        const mask = `8600 49** **** ${1_000 + (made += 1)}`;
        for (const each of [me, other]) await card(each, mask);
        return [me, other];
      },
    ],
  ] as const)('decides nothing about an account with %s', async (_what, ground, pair) => {
    const [me, other] = await pair();
    expect(await aboutRefund(me!, await refundOf(other!))).toBe('conflict-of-interest');
    expect(await groundsOf(me!)).toEqual([{ ground, result: 'refused' }]);
  });

  test('is kept from no decision by a stranger who only states the phone that is confirmed for them', async () => {
    const phone = `+99897${1_000_000 + (made += 1)}`;
    const me = await staff({ phone });
    await run('update person set phone_confirmed_at = now() where id = $1', [me]);
    const stranger = await person({ phone });
    expect(await aboutRefund(me, await refundOf(stranger))).toBe('clear');
    expect(await groundsOf(me)).toEqual([]);
    const { lotId } = await lot({ bidder: stranger });
    expect(await conflicts.lotsOf(me)).toEqual([]);
    expect(await isConcerned(database.db, me, { personIds: [stranger], lotId, lots: [lotId] })).toBe(false);
    // A phone that is confirmed for neither, or for the other account, may be theirs.
    await run('update person set phone_confirmed_at = null where id = $1', [me]);
    expect(await isConcerned(database.db, me, { personIds: [stranger], lotId: null })).toBe(true);
  });

  test('is listed on record: who has read who takes part in a lot applies for it no more', async () => {
    const [me, reader] = [await staff(), await staff({ roles: ['administrator'] })];
    const { lotId, applicationId } = await lot({ bidder: me });
    const other = await lot({ bidder: me });
    const about = { kind: 'application', param: 'applicationId' } as const;
    expect(await judge(me, about, applicationId)).toBe('conflict-of-interest');
    expect(await hasReadAsStaff(database.db, reader, lotId)).toBe(false);
    await conflicts.list({ personId: reader }, undefined, { page: 1, size: 100 });
    expect(await hasReadAsStaff(database.db, reader, lotId)).toBe(true);
    expect(await hasReadAsStaff(database.db, reader, other.lotId)).toBe(false);
  });

  test('goes on where only the address is the same, and it is noted', async () => {
    const [me, neighbour] = [await staff(), await person()];
    await address(me, 'Navoiy koʻchasi, 17-uy, 4-xonadon');
    await address(neighbour, 'navoiy koʻchasi 17-uy 4-xonadon');
    expect(await aboutRefund(me, await refundOf(neighbour))).toBe('noted');
    expect(await groundsOf(me)).toEqual([{ ground: 'address', result: 'noted' }]);
    const [line] = await createActionLog(database.db).ofPerson(me, {}, { limit: 1, offset: 0 });
    expect(line).toMatchObject({ type: 'conflict', action: 'noted', result: 'done' });
  });

  test.each([
    ['sells', (other: string) => lot({ seller: other })],
    ['applied for', (other: string) => lot({ bidder: other })],
  ] as const)(
    'touches no lot which an account of theirs %s, nor its applications and requests',
    async (_how, make) => {
      const phone = `+99896${1_000_000 + (made += 1)}`;
      const [me, other] = [await staff({ phone }), await person({ phone })];
      const { lotId } = await make(other);
      const rival = await createTradeApplicationsRepository(database.db).request(lotId, await person(), null);
      const { rows } = await run(
        `insert into room_request (lot_id, kind, minutes, reason, requested_by, requested_by_name, expires_at)
       values ($1, 'extend', 5, 'a reason', 'colleague', 'Colleague', now()) returning id`,
        [lotId],
      );
      for (const [subject, id] of [
        [{ kind: 'lot', param: 'lotId' }, lotId],
        [{ kind: 'application', param: 'id' }, rival.id],
        [{ kind: 'room-request', param: 'requestId' }, rows[0].id],
      ] as const)
        expect(await judge(me, subject, id), subject.kind).toBe('conflict-of-interest');
      expect(await judge(await staff(), { kind: 'lot', param: 'lotId' }, lotId)).toBe('clear');
    },
  );

  test('decides no bar of a rival: it ends the rival’s part in the rooms they share', async () => {
    const [seller, bidder, rival] = [await staff(), await staff(), await person()];
    const { lotId } = await lot({ seller, bidder });
    await createTradeApplicationsRepository(database.db).request(lotId, rival, null);
    const { rows } = await run(
      `insert into bar_proposal (kind, state, person_id, id_hash, id_masked, name_masked, cause, reason, proposed_by,
         proposed_by_name, expires_at, submitted_at)
       values ('add', 'open', $1, repeat('0', 64), '3***1', 'S***', 'collusion', 'a reason', 'colleague', 'Colleague',
         now() + interval '1 day', now()) returning id`,
      [rival],
    );
    const subject = { kind: 'bar-proposal', param: 'proposalId' } as const;
    expect(await judge(seller, subject, rows[0].id)).toBe('conflict-of-interest');
    expect(await judge(bidder, subject, rows[0].id)).toBe('conflict-of-interest');
    expect(await judge(await staff(), subject, rows[0].id)).toBe('clear');
  });

  test.each([
    ['names', 'names_settlement_id'],
    ['paid', 'settlement_id'],
  ] as const)(
    'decides nothing about a transfer that %s a sale which they make or would take over',
    async (_how, column) => {
      const sold = soldLots(database);
      const [seller, reserve, stranger] = [await staff(), await staff(), await staff()];
      await sold.give(reserve, 100_000_00);
      const won = await sold.ended(0, { customerPersonId: seller, reserve });
      await sold.opening.ofHammer(won.lotId);
      const { id } = await sold.of(won.lotId);
      const bank = statementLines(database, sold);
      const [line] = await bank.brought([
        { day: bankDay(), document: `R-${column}`, credit: '5,00', purpose: 'Savdo' },
      ]);
      await run(`update bank_statement_line set ${column} = $2 where id = $1`, [line!.id, id]);
      const subject = { kind: 'bank-line', param: 'lineId' } as const;
      expect(await judge(seller, subject, line!.id)).toBe('conflict-of-interest');
      expect(await judge(reserve, subject, line!.id)).toBe('conflict-of-interest');
      expect(await judge(won.personId, subject, line!.id)).toBe('conflict-of-interest');
      expect(await judge(stranger, subject, line!.id)).toBe('clear');
    },
  );

  test('may handle a rehearsal they tried themselves, except their own seat in it', async () => {
    const me = await staff();
    const lotId = await publishTestLot(database);
    const { id } = await createTradeApplicationsRepository(database.db).request(lotId, me, null);
    expect(await judge(me, { kind: 'lot', param: 'lotId' }, lotId)).toBe('clear');
    expect(await judge(me, { kind: 'application', param: 'id' }, id)).toBe('conflict-of-interest');
  });
});

describe('what two people decide', () => {
  const approve = (personId: string, id: number) =>
    judge(personId, { kind: 'refund', param: 'refundId', colleagues: true }, id);

  test('is not decided by two accounts of one person', async () => {
    const pinfl = nextPinfl();
    const [one, other] = [await staff({ pinfl }), await staff({ pinfl })];
    const id = await refundOf(await person(), [one]);
    expect(await approve(other, id)).toBe('conflict-of-interest');
    expect(await approve(await staff(), id)).toBe('clear');
    // The first one pressing again has an answer of its own.
    expect(await approve(one, id)).toBe('clear');
  });

  test('is not carried out for a colleague who has a part in it, whatever was known when they asked', async () => {
    const phone = `+99897${1_000_000 + (made += 1)}`;
    const owner = await person({ phone });
    const [colleague, me] = [await staff(), await staff()];
    const id = await refundOf(owner, [colleague]);
    expect(await approve(me, id)).toBe('clear');
    await run('update person set phone = $1 where id = $2', [phone, colleague]);
    expect(await approve(me, id)).toBe('conflict-of-colleague');
    expect(await groundsOf(colleague)).toEqual([{ ground: 'phone', result: 'refused' }]);
    // It can still be turned down.
    expect(await aboutRefund(me, id)).toBe('clear');
  });

  test('of a room that the rules opened is taken over by anybody without a part in it', async () => {
    const { lotId } = await lot({});
    const { rows } = await run(
      `insert into room_request (lot_id, kind, minutes, reason, requested_by, requested_by_name, expires_at)
       values ($1, 'extend', 5, 'a reason', 'rules', '', now()) returning id`,
      [lotId],
    );
    const subject = { kind: 'room-request', param: 'requestId', colleagues: true } as const;
    expect(await judge(await staff(), subject, rows[0].id)).toBe('clear');
  });

  test('of a room is held against the one who asked for it', async () => {
    const [colleague, me] = [await staff(), await staff()];
    const { lotId } = await lot({ bidder: colleague });
    const { rows } = await run(
      `insert into room_request (lot_id, kind, minutes, reason, requested_by, requested_by_name, expires_at)
       values ($1, 'extend', 5, 'a reason', $2, 'Colleague', now()) returning id`,
      [lotId, colleague],
    );
    const subject = { kind: 'room-request', param: 'requestId', colleagues: true } as const;
    expect(await judge(me, subject, rows[0].id)).toBe('conflict-of-colleague');
  });
});

describe('rivals', () => {
  const applications = () =>
    createTradeApplicationsService({
      actions: createActionLog(database.db),
      applications: createTradeApplicationsRepository(database.db),
      rows: createApplicationRowsRepository(database.db),
      names: async (ids) => new Map(ids.map((id) => [id, `Name of ${id}`])),
      rivalLots: (personId) => conflicts.lotsOf(personId),
      protestWindows: async (lots) => lots.map(() => null),
      lots: { cards: async () => [] },
    });

  test.each([
    ['bids on', (me: string) => lot({ bidder: me })],
    ['sells', (me: string) => lot({ seller: me })],
  ] as const)(
    'in a lot which an account of theirs %s are neither named nor limited for staff',
    async (_how, make) => {
      const phone = `+99898${1_000_000 + (made += 1)}`;
      const [me, other, rival] = [await staff({ phone }), await person({ phone }), await person()];
      const { lotId } = await make(other);
      const { id } = await createTradeApplicationsRepository(database.db).request(lotId, rival, 700_00);
      const query = { page: 1, size: 20, lot: lotId };
      const mine = await applications().all({ personId: me }, query);
      expect(mine.items.find((row) => row.id === id)).toMatchObject({
        person: null,
        limitTiyin: null,
        mayRevoke: false,
      });
      expect(JSON.stringify(mine.items)).not.toContain(rival);
      // Asked for by the person, the lot would tell that they are in it.
      expect(
        (await applications().all({ personId: me }, { page: 1, size: 20, person: rival })).items,
      ).toEqual([]);
      const stranger = await applications().all({ personId: await staff() }, query);
      expect(stranger.items.find((row) => row.id === id)).toMatchObject({
        person: { id: rival, name: `Name of ${rival}` },
        limitTiyin: 700_00,
      });
    },
  );
});

describe('one person', () => {
  test('is known by what proves it, never by an address', async () => {
    const pinfl = nextPinfl();
    const [one, other, neighbour] = [await person({ pinfl }), await person({ pinfl }), await person()];
    for (const each of [one, neighbour]) await address(each, 'Bobur koʻchasi, 9-uy');
    expect(await isSamePerson(database.db, one, one)).toBe(true);
    expect(await isSamePerson(database.db, one, other)).toBe(true);
    expect(await isSamePerson(database.db, one, neighbour)).toBe(false);
  });
});

describe('giving trading up', () => {
  let id: string;
  const accounts = () =>
    createAccounts({
      db: database.db,
      actions: createActionLog(database.db),
      takesPart,
      sessions: { endAll: async () => 0, changePerson: async () => undefined } as never,
    });
  beforeEach(async () => {
    id = await person();
    await run(`update person set offered_roles = '{operator}' where id = $1`, [id]);
  });
  const choose = () => accounts().chooseSide(id, 'staff');

  test('waits for the end of an auction the person bids in', async () => {
    const { lotId } = await lot({ bidder: id });
    await expect(choose()).rejects.toMatchObject({ code: 'auth.still-trading' });
    await run('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.notHeld]);
    expect((await choose()).roles).toEqual(['operator']);
  });

  test('waits for the payment of a lot the person won, and not for one that was lost', async () => {
    const { lotId } = await lot({ bidder: id });
    await run('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.awaitingPayment]);
    await run(`update trade_application set status = 'won' where lot_id = $1`, [lotId]);
    await expect(choose()).rejects.toMatchObject({ code: 'auth.still-trading' });
    await run(`update trade_application set status = 'lost' where lot_id = $1`, [lotId]);
    expect((await choose()).roles).toEqual(['operator']);
  });

  test('waits for the end of what the person sells', async () => {
    const { lotId } = await lot({ seller: id });
    await expect(choose()).rejects.toMatchObject({ code: 'auth.still-trading' });
    await run('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.soldAndPaid]);
    expect((await choose()).roles).toEqual(['operator']);
  });
});
