import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotificationDelivery } from '#server/domains/content/notifications/notifications.ts';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { hasReadAsStaff } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createPushAlerts } from '#server/domains/content/notifications/push/push-alerts.ts';
import { personTrailExport } from '#server/domains/people/person-trail/person-trail-export.ts';
import { createPersonTrailRepository } from '#server/domains/people/person-trail/person-trail.repository.ts';
import {
  createPersonTrail,
  type TrailReader,
} from '#server/domains/people/person-trail/person-trail.service.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { SignedReceipt } from '#shared/trust/receipt.ts';
import type { Role } from '#shared/api/contract.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const MINUTE = Date.parse('2026-12-04T10:04:00+05:00');
const PAGE = { page: 1, size: 50, language: 'en' } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let made = 0;
async function person(phone: string | null = null, roles: Role[] = ['buyer']): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, phone, language, roles)
     values ('test', $1, 'natural', $2, $3, 'uz', $4) returning id`,
    [randomUUID(), `Somebody ${(made += 1)}`, phone, roles],
  );
  return rows[0]!.id;
}

async function admit(lotId: number, personId: string, number: number): Promise<void> {
  await database.pool.query(
    `insert into trade_application (lot_id, person_id, number, status, confirmed_at, requested_at)
     values ($1, $2, $3, 'admitted', $4, $4)`,
    [lotId, personId, number, new Date(MINUTE - 3_600_000)],
  );
}

async function attempt(lotId: number, personId: string, atMs: number, verdict = 'refused'): Promise<string> {
  const bidId = randomUUID();
  await database.pool.query(
    `insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, received_at)
     values ($1, $2, $3, 'place', 5000, $4, $5, $6)`,
    [lotId, personId, bidId, verdict, verdict === 'refused' ? 'below-suggested' : null, new Date(atMs)],
  );
  return bidId;
}

/** Receipts that can be had, by the id of the bid. */
const receipts = new Map<string, SignedReceipt | 'undecided'>();
const signedReceipt = (command: 'place' | 'set-auto') => ({ statement: { command } }) as SignedReceipt;

const trail = () =>
  createPersonTrail({
    repository: createPersonTrailRepository(database.db),
    knows: async (id) =>
      (await database.pool.query('select from person where id::text = $1', [id])).rows.length > 0,
    actions: createActionLog(database.db),
    conflicts: createConflicts(database.db, async () => new Map()),
    receipts: { receiptOf: async ({ bidId }) => receipts.get(bidId) ?? null },
    readSent: createNotificationDelivery({
      db: database.db,
      texts: loadTexts(),
      publicUrl: () => 'https://savdo.test',
      push: createPushAlerts(database.db),
      person: async () => null,
      changed: async () => undefined,
      onBrokenText(error) {
        throw error;
      },
    }).readSent,
  });

async function reader(roles: Role[]): Promise<TrailReader> {
  return { personId: await person(null, roles), roles, address: '203.0.113.9' };
}
const actionsOf = async (personId: string) =>
  (
    await database.pool.query('select action, reason from person_action where person_id = $1 order by id', [
      personId,
    ])
  ).rows as { action: string; reason: string }[];

describe('what is known of a person', () => {
  test('is read newest first with money, messages and attempts of every lot, by kind and by day', async () => {
    const [lotId, anna] = [await publishTestLot(database, { ruleSet: 'private' }), await person()];
    await admit(lotId, anna, 4);
    const refused = await attempt(lotId, anna, MINUTE);
    await attempt(lotId, anna, MINUTE + 86_400_000, 'unknown');
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into inbox_message (person_id, key, template, params, written_at)
       values ($1, 'k', 'auction-lost', $3, $2) returning id`,
      [anna, new Date(MINUTE + 1_000), { lotId, priceTiyin: 5_000_00 }],
    );
    await database.pool.query(
      `insert into notification_delivery (message_id, channel, recipient, subject, body, state, ended_at)
       values ($1, 'sms', '+998901112233', '', 'text', 'sent', $2)`,
      [rows[0]!.id, new Date(MINUTE + 2_000)],
    );
    await createWallet(database.db).topUp({
      personId: anna,
      amountTiyin: 70_000,
      key: anna,
      provider: 'test',
      reference: `payment:${anna}`,
      actor: 'system',
      reason: 'test',
    });

    const staff = await reader(['operator']);
    const all = await trail().of(anna, PAGE, staff);
    expect(all.items.map(({ kind }) => kind).sort()).toEqual(
      ['application', 'attempt', 'attempt', 'delivery', 'ledger', 'message'].sort(),
    );
    expect(all.total).toBe(6);
    const times = all.items.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    const day = await trail().of(
      anna,
      { ...PAGE, kind: 'attempt', from: '2026-12-04', to: '2026-12-04' },
      staff,
    );
    expect(day.items).toEqual([
      {
        kind: 'attempt',
        id: refused,
        atMs: MINUTE,
        lotId,
        orderId: null,
        amountTiyin: 5_000,
        state: 'refused',
        note: 'below-suggested',
        message: null,
      },
    ]);
    expect(await trail().of(anna, { ...PAGE, size: 1, page: 2 }, staff)).toMatchObject({ total: 6 });
    expect((await actionsOf(staff.personId)).map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      `trail-viewed person:${anna} all`,
      `trail-viewed person:${anna} attempt`,
      `trail-viewed person:${anna} all`,
    ]);
  });

  test('is taken along as a file of the same rows in words, recorded once with whom it is about', async () => {
    const [lotId, other] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
    ];
    const anna = await person();
    await admit(lotId, anna, 4);
    await admit(other, anna, 5);
    await attempt(lotId, anna, MINUTE);
    await createWallet(database.db).topUp({
      personId: anna,
      amountTiyin: 70_000,
      key: `file ${anna}`,
      provider: 'test',
      reference: `payment:file ${anna}`,
      actor: 'system',
      reason: 'test',
    });
    const staff = await reader(['operator']);
    await admit(other, staff.personId, 6);
    const texts = loadTexts();
    const source = personTrailExport(trail());
    const page = (more: Partial<Parameters<typeof source.page>[0]> = {}) =>
      source.page({
        personId: staff.personId,
        roles: staff.roles,
        filters: { person: anna },
        limit: 2,
        offset: 0,
        after: null,
        language: 'ru',
        text: (...asked) => texts.text('ru', ...asked),
        ...more,
      });
    const [first, second] = [await page(), await page({ offset: 2 })];
    // The lot in which the reader has a part is left out.
    expect([first.total, first.rows.length, second.rows.length]).toEqual([3, 2, 1]);
    const rows = [...first.rows, ...second.rows].map(({ id: _id, ...cells }) => Object.values(cells));
    expect(rows.filter((cells) => cells.includes(lotId))).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(String(other));
    expect(JSON.stringify(rows)).not.toMatch(/"[a-z-]+:[a-z.-]+"|below-suggested|admitted/);
    expect(await actionsOf(staff.personId)).toEqual([
      { action: 'trail-exported', reason: `person:${anna} all` },
    ]);
    const attempts = await page({ filters: { person: anna, kind: 'attempt' } });
    expect(attempts.total).toBe(1);
    const moderator = await page({ roles: ['moderator'] });
    expect(moderator.total).toBe(0);
    expect(() => page({ filters: {} })).toThrow('exports.unknown-filter');
    await expect(page({ filters: { person: randomUUID() } })).rejects.toMatchObject({ status: 404 });
    expect(source.right).toBe('readAccounts');
  });

  test('has only the kinds whose lists the reader may see, and nothing of lots in which the reader has a part', async () => {
    const [lotId, other, anna] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
      await person(),
    ];
    await admit(lotId, anna, 4);
    await admit(other, anna, 5);
    await attempt(lotId, anna, MINUTE);
    const rival = await reader(['auditor']);
    await admit(other, rival.personId, 6);
    const found = await trail().of(anna, PAGE, rival);
    expect(found.items.map(({ kind, lotId: of }) => [kind, of])).toEqual([
      ['attempt', lotId],
      ['application', lotId],
    ]);
    const moderator = await trail().of(anna, PAGE, await reader(['moderator']));
    expect(moderator).toEqual({ items: [], total: 0, kinds: ['order', 'consent'] });
    await expect(trail().of(randomUUID(), PAGE, rival)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a message in the trail', () => {
  const written = async (
    personId: string,
    template: string,
    params: object,
    at = MINUTE,
  ): Promise<number> => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into inbox_message (person_id, key, template, params, written_at)
       values ($1, $2, $3, $4, $5) returning id`,
      [personId, randomUUID(), template, params, new Date(at)],
    );
    return rows[0]!.id;
  };

  test('is titled as its receiver reads it, by the words of staff of its time, with what became of each sending', async () => {
    const [lotId, anna] = [await publishTestLot(database, { ruleSet: 'private' }), await person()];
    const id = await written(anna, 'auction-lost', { lotId, priceTiyin: 5_000_00 });
    await database.pool.query(
      `insert into notification_delivery (message_id, channel, recipient, subject, body, state, reported, ended_at, last_error)
       values ($1, 'sms', '+998901112233', '', 'text', 'sent', 'undelivered', $2, null),
         ($1, 'email', 'a@example.uz', 's', 'text', 'given-up', null, $2, '550 unknown')`,
      [id, new Date(MINUTE + 2_000)],
    );
    await database.pool.query(`insert into telegram_link (person_id, chat_id) values ($1, $2)`, [anna, made]);
    await database.pool.query(
      `insert into push_delivery (telegram_link_id, person_id, key, kind, topic, title, body, state, expires_at, ended_at)
       select id, $1, 'message:' || $2::bigint, 'message', 'auctions', 't', 'b', 'sent', now(), now() from telegram_link where person_id = $1`,
      [anna, id],
    );
    const staff = await reader(['operator']);
    const sent = {
      title: 'The auction has ended',
      deliveries: [
        { channel: 'email', state: 'given-up' },
        { channel: 'sms', state: 'undelivered' },
        { channel: 'telegram', state: 'sent' },
      ],
    };
    const { items } = await trail().of(anna, { ...PAGE, kind: 'message' }, staff);
    expect(items).toMatchObject([{ state: 'unread', note: null, lotId, message: sent }]);
    const { items: deliveries } = await trail().of(anna, { ...PAGE, kind: 'delivery' }, staff);
    expect(new Map(deliveries.map(({ state, note, message }) => [state, [note, message?.title]]))).toEqual(
      new Map([
        ['undelivered', ['sms', sent.title]],
        ['given-up', ['email · 550 unknown', sent.title]],
      ]),
    );
    const russian = await trail().of(anna, { ...PAGE, kind: 'message', language: 'ru' }, staff);
    expect(russian.items[0]?.message?.title).toBe('Торги завершены');

    // Words that staff saved after it was written are those of later messages alone.
    const words = (title: string) => ({ title, text: 'Lot {{lot}}, {{price}}' });
    await database.pool.query(
      `insert into message_text_change (template, version, action, texts, person_id, person_name, at)
       values ('auction-lost', 1, 'edit', $1, $2, 'Staff', $3)`,
      [
        { uz: words('Tugadi'), ru: words('Всё'), en: words('Over') },
        staff.personId,
        new Date(MINUTE + 60_000),
      ],
    );
    await written(anna, 'auction-lost', { lotId, priceTiyin: 5_000_00 }, MINUTE + 120_000);
    const both = await trail().of(anna, { ...PAGE, kind: 'message' }, staff);
    expect(both.items.map(({ message }) => message?.title)).toEqual(['Over', sent.title]);
  });

  test('about a lot in which the reader has a part is not shown', async () => {
    const [lotId, anna] = [await publishTestLot(database, { ruleSet: 'private' }), await person()];
    await written(anna, 'auction-lost', { lotId, priceTiyin: 5_000_00 });
    const rival = await reader(['operator']);
    await admit(lotId, rival.personId, 6);
    expect((await trail().of(anna, { ...PAGE, kind: 'message' }, rival)).items).toEqual([]);
  });
});

describe('a complaint that names a minute and the end of a number', () => {
  test('leads to the attempt and its person, and to no other', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const anna = await person('+998901234590');
    const boris = await person('+998907654321');
    await admit(lotId, anna, 4);
    await admit(lotId, boris, 190);
    const hers = await attempt(lotId, anna, MINUTE + 30_000);
    const his = await attempt(lotId, boris, MINUTE + 90_000);
    await attempt(lotId, anna, MINUTE + 5 * 60_000);
    await attempt(lotId, boris, MINUTE, 'accepted');
    const staff = await reader(['operator']);
    const asked = { ...PAGE, day: '2026-12-04', time: '10:04', lot: lotId };
    const search = (more: object = {}) => trail().refusedAttempts({ ...asked, ...more }, staff);
    // The end of the phone, or of the number in the room.
    expect((await search({ ends: '90' })).items.map(({ bidId }) => bidId)).toEqual([his, hers]);
    const one = await search({ ends: '4590' });
    expect(one).toMatchObject({
      total: 1,
      items: [{ bidId: hers, bidderNumber: 4, person: { id: anna }, reason: 'below-suggested' }],
    });
    expect((await search({ ends: '77' })).items).toEqual([]);
    expect((await search({ time: '10:20' })).items).toEqual([]);
    const [first] = await actionsOf(staff.personId);
    expect(first).toEqual({
      action: 'attempts-searched',
      reason: `2026-12-04 10:04 lot:${lotId} person:${boris} person:${anna}`,
    });

    await admit(lotId, staff.personId, 8);
    expect((await search()).items).toEqual([]);
  });

  test('names everybody whose bids were read, however many', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const people = await Promise.all(Array.from({ length: 100 }, () => person()));
    for (const [at, id] of people.entries()) {
      await admit(lotId, id, at + 1);
      await attempt(lotId, id, MINUTE + at);
    }
    const staff = await reader(['operator']);
    const asked = { page: 1, size: 100, day: '2026-12-04', time: '10:04', lot: lotId };
    expect((await trail().refusedAttempts(asked, staff)).items).toHaveLength(100);
    const words = (await actionsOf(staff.personId)).flatMap(({ reason }) => reason.split(' '));
    expect(words.filter((word) => word.startsWith('person:')).toSorted()).toEqual(
      people.map((id) => `person:${id}`).toSorted(),
    );
    expect(await hasReadAsStaff(database.db, staff.personId, lotId)).toBe(true);
  });
});

describe('the receipt of a bid', () => {
  test('is for staff without a part in the lot, never of an auto-bid, and its reading is recorded', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const [anna, staff] = [await person(), await reader(['operator'])];
    const receiptOf = (bidId: string) => trail().receiptOf({ lotId, person: anna, bidId }, staff);
    const offer = signedReceipt('place');
    receipts.set('offer', offer).set('maximum', signedReceipt('set-auto')).set('open', 'undecided');
    expect(await receiptOf('offer')).toBe(offer);
    await expect(receiptOf('open')).rejects.toMatchObject({ status: 409, code: 'game-view.undecided' });
    await expect(receiptOf('maximum')).rejects.toMatchObject({ status: 409, code: 'person-trail.sealed' });
    await expect(receiptOf('nothing')).rejects.toMatchObject({ status: 404 });
    expect(await hasReadAsStaff(database.db, staff.personId, lotId)).toBe(true);
    await admit(lotId, staff.personId, 4);
    await expect(receiptOf('offer')).rejects.toMatchObject({ status: 404 });
    expect(await actionsOf(staff.personId)).toEqual([
      { action: 'receipt-viewed', reason: `person:${anna} lot:${lotId} offer` },
    ]);
  });
});
