import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { QUESTIONS_PER_DAY, QUESTIONS_PER_LOT } from '#shared/limits/lot-questions.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { TestApp } from '../../fixtures/app.ts';
import { attestStaff } from '../../fixtures/attested-staff.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const QUESTION = 'Uyning tomi qachon taʼmirlangan?';
const ANSWER = 'Tom 2024-yilda toʻliq yangilangan.';
const DAY_MS = 86_400_000;
const REASON = 'Savol lotga tegishli emas';

let fixture: ErasureApp;
let app: TestApp;
let moderator: { cookie: string; personId: string };
let seller: Erasable;

beforeAll(async () => {
  fixture = await startErasureApp();
  ({ app } = fixture);
  moderator = await staff('moderator');
  seller = await fixture.person({ name: 'Sotuvchi' });
});
afterAll(() => fixture?.close('whole'));

const query = (statement: string, values: unknown[] = []) => fixture.database.pool.query(statement, values);

async function staff(role: Role) {
  const { id } = await fixture.person({ name: 'Moderator Bir' });
  await attestStaff(fixture.database, id);
  const { cookie } = await app.signIn({ personId: id, roles: [role], name: 'Moderator Bir' });
  return { cookie, personId: id };
}
const lotOf = (customerPersonId: string | null = seller.id) =>
  publishTestLot(fixture.database, { ruleSet: 'private', customerPersonId, opensInMs: 3_600_000 });

const post = async (path: string, cookie: string, body: object) => {
  const answer = await app.call('POST', `/api/shop/lot-questions/${path}`, { cookie, body });
  return answer.status === 200 ? answer.body : answer.status;
};
const ask = (who: { cookie: string }, lotId: number, words = QUESTION) =>
  post('ask', who.cookie, { lotId, text: words });
const asked = async (who: { cookie: string }, lotId: number, words = QUESTION): Promise<number> => {
  const answer = await ask(who, lotId, words);
  if (answer.verdict !== 'asked') throw new Error(JSON.stringify(answer));
  return answer.question.id;
};
const answer = (questionId: number, words = ANSWER, who: { cookie: string } = seller) =>
  post('answer', who.cookie, { questionId, text: words });
const withdraw = (who: { cookie: string }, questionId: number) =>
  post('withdraw', who.cookie, { questionId });
const mine = async (who: { cookie: string }, lotId: number) =>
  (await app.call('GET', `/api/shop/lot-questions/lot/${lotId}`, { cookie: who.cookie })).body;
/** As a visitor sees it. */
const card = async (lotId: number) => (await app.call('GET', `/api/shop/lot-card/questions/${lotId}`)).body;
const received = async (who: { cookie: string }, search = '') =>
  (await app.call('GET', `/api/shop/lot-questions/received${search}`, { cookie: who.cookie })).body;

const versionOf = async (id: number): Promise<number> =>
  (await query('select version from lot_question where id = $1', [id])).rows[0].version;
async function decide(
  move: 'approve' | 'refuse' | 'hide' | 'answer',
  questionId: number,
  body: { reason?: string; text?: string; version?: number } = {},
  by: { cookie: string } = moderator,
) {
  const made = await app.call('POST', `/api/console/lot-questions/${questionId}/${move}`, {
    cookie: by.cookie,
    body: { version: await versionOf(questionId), ...body },
  });
  return made.status === 200 ? made.body.state : (made.body.ERROR?.code ?? made.status);
}
const inbox = (who: { id: string }) => fixture.inbox(who.id);

describe('a question about a lot', () => {
  test('is shown once staff approve it, with the answer once they approve that, and does not name its author', async () => {
    const buyer = await fixture.person({ name: 'Xaridor Ismi' });
    const lotId = await lotOf();
    const id = await asked(buyer, lotId);
    expect(await card(lotId)).toMatchObject({ items: [], total: 0 });
    expect(await received(seller, '?state=open')).toMatchObject({ items: [] });
    expect(await decide('approve', id)).toBe('open');
    expect((await card(lotId)).items).toEqual([
      {
        id,
        question: { text: QUESTION, language: 'uz', atMs: expect.any(Number) },
        answer: null,
        masked: false,
      },
    ]);
    expect(await inbox(seller)).toContain('question-to-answer');
    expect(await answer(id)).toMatchObject({ verdict: 'answered', question: { state: 'answered' } });
    expect((await card(lotId)).items[0].answer).toBeNull();
    expect((await mine(buyer, lotId)).items[0].answer).toBeNull();
    expect(await inbox(buyer)).not.toContain('question-answered');
    expect(await text(fixture.office.personExport.write(seller.id).bytes)).not.toContain(buyer.id);
    expect(await decide('approve', id)).toBe('published');
    expect((await card(lotId)).items[0].answer).toMatchObject({ text: ANSWER, language: 'uz' });
    expect(await inbox(buyer)).toContain('question-answered');
    for (const said of [await card(lotId), await received(seller)])
      for (const word of ['Xaridor', buyer.id, buyer.phone]) expect(JSON.stringify(said)).not.toContain(word);
    const list = await app.call('GET', `/api/console/lot-questions?state=all&lotId=${lotId}`, {
      cookie: moderator.cookie,
    });
    expect(list.body.items[0]).toMatchObject({
      author: { name: 'Xaridor Ismi' },
      seller: { name: 'Sotuvchi' },
      decidedBy: 'Moderator Bir',
      may: ['hide', 'mask'],
    });
  });

  test('is not asked about one’s own lot, under another account neither, by staff, after the trade, or about a rehearsal', async () => {
    const lotId = await lotOf();
    expect(await ask(seller, lotId)).toEqual({ verdict: 'refused', reason: 'own-lot' });
    const second = await fixture.person();
    await query('update person set phone = $2, phone_confirmed_at = null where id = $1', [
      second.id,
      seller.phone,
    ]);
    expect(await ask(second, lotId)).toEqual({ verdict: 'refused', reason: 'own-lot' });
    expect(await ask(moderator, lotId)).toEqual({ verdict: 'refused', reason: 'staff' });
    const buyer = await fixture.person();
    expect(await ask(buyer, await publishTestLot(fixture.database))).toEqual({
      verdict: 'refused',
      reason: 'not-on-trade',
    });
    await query('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.notHeld]);
    expect(await ask(buyer, lotId)).toEqual({ verdict: 'refused', reason: 'not-on-trade' });
    expect(await mine(buyer, lotId)).toEqual({
      items: [],
      refusal: 'not-on-trade',
      left: QUESTIONS_PER_LOT,
    });
    expect(await ask(buyer, 999_999_999)).toBe(404);
  });

  test('is not asked by who has confirmed nothing, or is barred', async () => {
    const lotId = await lotOf();
    const unconfirmed = await fixture.person();
    await query('update person set phone_confirmed_at = null, email_confirmed_at = null where id = $1', [
      unconfirmed.id,
    ]);
    expect(await ask(unconfirmed, lotId)).toEqual({ verdict: 'refused', reason: 'unconfirmed' });
    const barred = await fixture.person();
    await fixture.office.sanctions.bar({
      kind: 'pinfl',
      value: barred.pinfl,
      person: { kind: 'natural', name: 'Chetlatilgan' },
      personId: barred.id,
      lotId: null,
      cause: 'unpaid',
      startDate: tashkentDay(Date.now() - DAY_MS),
      endDate: tashkentDay(Date.now() + DAY_MS),
      reason: REASON,
      by: 'rules',
    });
    expect(await ask(barred, lotId)).toEqual({ verdict: 'refused', reason: 'barred' });
  });

  test('with a phone or a link is sent back to be written again, and so is such an answer', async () => {
    const buyer = await fixture.person();
    const lotId = await lotOf();
    expect(await ask(buyer, lotId, 'Menga yozing: 90 123 45 67, t.me/xaridor')).toEqual({
      verdict: 'contact-data',
      found: ['phone', 'link'],
    });
    const id = await asked(buyer, lotId);
    await decide('approve', id);
    expect(await answer(id, 'Batafsil ali@example.uz')).toEqual({
      verdict: 'contact-data',
      found: ['email'],
    });
    expect(
      (await query('select count(*)::int n from lot_question where lot_id = $1', [lotId])).rows[0].n,
    ).toBe(1);
  });

  test('is stored once however often it is sent, and counted for each lot and day', async () => {
    const buyer = await fixture.person();
    const lotId = await lotOf();
    const sent = await Promise.all(Array.from({ length: 5 }, () => ask(buyer, lotId)));
    expect(sent.filter(({ already }) => !already)).toHaveLength(1);
    expect(new Set(sent.map(({ question }) => question.id)).size).toBe(1);
    const more = await Promise.all(
      Array.from({ length: QUESTIONS_PER_LOT + 2 }, (_, at) => ask(buyer, lotId, `${QUESTION} ${at}`)),
    );
    expect(more.filter(({ verdict }) => verdict === 'asked')).toHaveLength(QUESTIONS_PER_LOT - 1);
    expect(more.filter(({ reason }) => reason === 'too-many-on-lot')).toHaveLength(3);
    await query(
      `insert into lot_question (lot_id, person_id, text, language, state)
       select $1, $2, 'Yana bir savol ' || n, 'uz', 'asked' from generate_series(1, $3::int) n`,
      [await lotOf(), buyer.id, QUESTIONS_PER_DAY - QUESTIONS_PER_LOT],
    );
    expect(await ask(buyer, await lotOf())).toEqual({ verdict: 'refused', reason: 'too-many-today' });
    await query(`update lot_question set asked_at = asked_at - interval '25 hours' where person_id = $1`, [
      buyer.id,
    ]);
    expect(await ask(buyer, await lotOf())).toMatchObject({ verdict: 'asked' });
  });

  test('is taken back by its author alone, and only before staff decided', async () => {
    const [buyer, stranger] = [await fixture.person(), await fixture.person()];
    const lotId = await lotOf();
    const id = await asked(buyer, lotId);
    expect(await withdraw(stranger, id)).toBe(404);
    expect(await withdraw(buyer, id)).toMatchObject({ verdict: 'withdrawn' });
    expect(await withdraw(buyer, id)).toMatchObject({ verdict: 'withdrawn' });
    expect(await decide('approve', id)).toBe('lot-questions.changed');
    const shown = await asked(buyer, lotId);
    expect(shown).not.toBe(id);
    await decide('approve', shown);
    expect(await withdraw(buyer, shown)).toMatchObject({ verdict: 'over', question: { state: 'open' } });
  });

  test('is either approved or taken back where both happen at once', async () => {
    const buyer = await fixture.person();
    const lotId = await lotOf();
    for (const round of [1, 2, 3]) {
      const id = await asked(buyer, lotId, `${QUESTION} ${round}`);
      const [approved, taken] = await Promise.all([decide('approve', id), withdraw(buyer, id)]);
      const { state } = (await query('select state from lot_question where id = $1', [id])).rows[0];
      expect(['open', 'withdrawn']).toContain(state);
      expect(approved).toBe(state === 'open' ? 'open' : 'lot-questions.changed');
      expect(taken.verdict).toBe(state === 'open' ? 'over' : 'withdrawn');
    }
  });

  test('is refused with a reason that its author reads', async () => {
    const buyer = await fixture.person();
    const lotId = await lotOf();
    const id = await asked(buyer, lotId);
    expect(await decide('refuse', id, { reason: REASON })).toBe('refused');
    expect((await mine(buyer, lotId)).items).toMatchObject([{ state: 'refused', reason: REASON }]);
    expect(await inbox(buyer)).toContain('question-refused');
    expect(await card(lotId)).toMatchObject({ total: 0 });
    expect(await answer(id)).toBe(404);
  });

  test('is refused or taken off the card by one moderator twice within 30 days, however often its author asks', async () => {
    const [buyer, lotId] = [await fixture.person(), await lotOf()];
    const colleague = await staff('moderator');
    const first = await asked(buyer, lotId);
    expect(await decide('refuse', first, { reason: REASON })).toBe('refused');
    const second = await asked(buyer, lotId, `${QUESTION} Kim taʼmirlagan?`);
    await decide('approve', second);
    expect(await decide('hide', second, { reason: REASON })).toBe('hidden');
    const third = await asked(buyer, lotId, `${QUESTION} Nima bilan?`);
    expect(await decide('refuse', third, { reason: REASON })).toBe('turned-down-before');
    expect(await decide('approve', third, {}, colleague)).toBe('open');
    expect(await decide('hide', third, { reason: REASON })).toBe('turned-down-before');
    const ofAnother = await asked(await fixture.person(), lotId);
    expect(await decide('refuse', ofAnother, { reason: REASON })).toBe('refused');
  });
});

describe('an answer', () => {
  test('is the seller’s alone, given once, and given again when staff return it', async () => {
    const [buyer, stranger] = [await fixture.person(), await fixture.person()];
    const id = await asked(buyer, await lotOf());
    expect(await answer(id)).toBe(404);
    await decide('approve', id);
    expect(await answer(id, ANSWER, stranger)).toBe(404);
    expect(await answer(id, ANSWER, buyer)).toBe(404);
    const [one, two] = await Promise.all([answer(id), answer(id, 'Boshqa javob berildi.')]);
    expect([one.verdict, two.verdict].toSorted()).toEqual(['answered', 'over']);
    expect(await answer(id, one.verdict === 'answered' ? ANSWER : 'Boshqa javob berildi.')).toMatchObject({
      verdict: 'answered',
    });
    expect(await decide('refuse', id, { reason: 'Javob savolga tegishli emas' })).toBe('open');
    expect(await inbox(seller)).toContain('answer-returned');
    const { items, toAnswer } = await received(seller);
    expect(toAnswer).toBeGreaterThan(0);
    expect(items.find((each: { id: number }) => each.id === id)).toMatchObject({
      canAnswer: true,
      reason: 'Javob savolga tegishli emas',
    });
    expect(
      (await mine(buyer, items.find((each: { id: number }) => each.id === id).lotId)).items[0],
    ).toMatchObject({
      reason: null,
      answer: null,
    });
    expect(await answer(id)).toMatchObject({ verdict: 'answered' });
  });

  test('names no card to pay to, and nor do staff who turn it down or answer themselves', async () => {
    const card = 'Zakalatni 8600 1234-5678.9012 ga oʻtkazing';
    const [id, own] = [
      await asked(await fixture.person(), await lotOf()),
      await asked(await fixture.person(), await lotOf(null)),
    ];
    expect(await decide('refuse', id, { reason: card })).toBe('account-digits');
    await Promise.all([decide('approve', id), decide('approve', own)]);
    expect(await answer(id, card)).toBe(400);
    expect(await decide('answer', own, { text: card })).toBe('account-digits');
    expect(await decide('hide', id, { reason: card })).toBe('account-digits');
    expect(await answer(id)).toMatchObject({ verdict: 'answered' });
  });

  test('is returned by one moderator twice within 30 days, and a colleague decides about the next', async () => {
    const id = await asked(await fixture.person(), await lotOf());
    await decide('approve', id);
    const colleague = await staff('moderator');
    const returned = async (by: { cookie: string }) => {
      expect(await answer(id)).toMatchObject({ verdict: 'answered' });
      return decide('refuse', id, { reason: REASON }, by);
    };
    expect(await returned(moderator)).toBe('open');
    expect(await returned(moderator)).toBe('open');
    expect(await returned(moderator)).toBe('turned-down-before');
    expect(await decide('approve', id, {}, colleague)).toBe('published');
  });

  test('is approved only as it was read', async () => {
    const buyer = await fixture.person();
    const id = await asked(buyer, await lotOf());
    await decide('approve', id);
    await answer(id);
    const read = await versionOf(id);
    await decide('refuse', id, { reason: REASON });
    await answer(id, 'Butunlay boshqa javob.');
    expect(await decide('approve', id, { version: read })).toBe('lot-questions.changed');
    const both = await Promise.all([decide('approve', id), decide('refuse', id, { reason: REASON })]);
    expect(both).toContain('lot-questions.changed');
  });

  test('comes no more after the trade, and what is unfinished ends', async () => {
    const buyer = await fixture.person();
    const lotId = await lotOf();
    const [open, waiting, done] = [
      await asked(buyer, lotId, `${QUESTION} 1`),
      await asked(buyer, lotId, `${QUESTION} 2`),
      await asked(buyer, lotId, `${QUESTION} 3`),
    ];
    await decide('approve', open);
    await decide('approve', done);
    await answer(done);
    await decide('approve', done);
    await query('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.priceFormed]);
    expect(await answer(open)).toMatchObject({ verdict: 'over' });
    expect(await fixture.office.lotQuestions.lapse()).toBe(2);
    const { rows } = await query('select id, state from lot_question where lot_id = $1 order by id', [lotId]);
    expect(rows.map(({ id, state }) => [Number(id), state])).toEqual([
      [open, 'lapsed'],
      [waiting, 'lapsed'],
      [done, 'published'],
    ]);
    expect((await card(lotId)).items).toHaveLength(1);
  });

  test('is staff’s own where the lot has no seller with an account, and only there', async () => {
    const buyer = await fixture.person();
    const own = await asked(buyer, await lotOf(null));
    const others = await asked(buyer, await lotOf());
    for (const id of [own, others]) await decide('approve', id);
    expect(await decide('answer', others, { text: ANSWER })).toBe('lot-questions.has-seller');
    expect(await decide('answer', own, { text: 'Qoʻngʻiroq qiling: 90 123 45 67' })).toBe(
      'lot-questions.contact-data',
    );
    expect(await decide('answer', own, { text: ANSWER })).toBe('published');
    expect(await inbox(buyer)).toContain('question-answered');
    expect(await decide('hide', own, { reason: REASON })).toBe('hidden');
  });

  test('that is shown is not taken off the card by one person while somebody wants the lot, but a question without one is', async () => {
    const lotId = await lotOf();
    const answered = await asked(await fixture.person(), lotId);
    const [waiting, open] = [
      await asked(await fixture.person(), lotId, `${QUESTION} 1`),
      await asked(await fixture.person(), lotId, `${QUESTION} 2`),
    ];
    for (const id of [answered, waiting, open]) await decide('approve', id);
    for (const id of [answered, waiting]) await answer(id);
    await decide('approve', answered);
    const bidder = await fixture.person();
    await query(
      `insert into trade_application (lot_id, person_id, number, status) values ($1, $2, 1, 'requested')`,
      [lotId, bidder.id],
    );
    expect(await decide('hide', answered, { reason: REASON })).toBe('lot-questions.applied-for');
    expect((await card(lotId)).items).toContainEqual(
      expect.objectContaining({ id: answered, answer: expect.objectContaining({ text: ANSWER }) }),
    );
    expect(await decide('hide', waiting, { reason: REASON })).toBe('hidden');
    expect(await decide('hide', open, { reason: REASON })).toBe('hidden');
    await query('delete from trade_application where lot_id = $1', [lotId]);
    expect(await decide('hide', answered, { reason: REASON })).toBe('hidden');
  });

  test('that is shown stays for who applies at the instant in which it is taken off', async () => {
    const lotId = await lotOf();
    const id = await asked(await fixture.person(), lotId);
    await decide('approve', id);
    await answer(id);
    await decide('approve', id);
    const bidder = await fixture.person();
    let hiding: Promise<unknown> | undefined;
    await inTransaction(fixture.database.db, async (tx) => {
      expect(await createTradeApplicationsRepository(tx).lockLot(lotId)).not.toBeNull();
      await sql`
        insert into trade_application (lot_id, person_id, number, status) values (${lotId}, ${bidder.id}, 1, 'requested')`.execute(
        tx,
      );
      hiding = decide('hide', id, { reason: REASON });
      await waitsForLock(fixture.database);
    });
    expect(await hiding).toBe('lot-questions.applied-for');
  });

  test('that two moderators show and take off at one instant is as one of them has decided', async () => {
    const colleague = await staff('moderator');
    for (let round = 0; round < 3; round += 1) {
      const id = await asked(await fixture.person(), await lotOf());
      await decide('approve', id);
      await answer(id);
      const version = await versionOf(id);
      const both = await Promise.all([
        decide('approve', id, { version }),
        decide('hide', id, { version, reason: REASON }, colleague),
      ]);
      expect(both).toContain('lot-questions.changed');
      const { rows } = await query('select state, version from lot_question where id = $1', [id]);
      expect(both).toContain(rows[0].state);
      expect(rows[0].version).toBe(version + 1);
    }
  });

  test('that names somebody says so no more once two of the staff agree, and says the rest to who relies on it', async () => {
    const [buyer, bidder] = [await fixture.person(), await fixture.person()];
    const lotId = await lotOf();
    const id = await asked(buyer, lotId, 'Kalitlar kimda turadi?');
    await decide('approve', id);
    await answer(id, 'Tom oqadi. Kalitlar Anvar Namunada, 7-xonadon.');
    await decide('approve', id);
    await query(
      `insert into trade_application (lot_id, person_id, number, status) values ($1, $2, 1, 'requested')`,
      [lotId, bidder.id],
    );
    const colleague = await staff('moderator');
    await query(`update person set roles = '{moderator}' where id = any($1)`, [
      [moderator.personId, colleague.personId],
    ]);
    const propose = (words: string) =>
      app.call('POST', '/api/console/decisions/propose', {
        cookie: moderator.cookie,
        body: {
          kind: 'mask-question',
          payload: { questionId: id, question: 'Kalitlar kimda turadi?', answer: words },
          reason: 'Javobda qoʻshnining ismi bor',
          document: null,
        },
      });
    for (const [words, why] of [
      ['Tom oqmaydi. Kalitlar ***, 7-xonadon.', 'not-masked'],
      ['Tom oqadi. Kalitlar Anvar Namunada, 7-xonadon.', 'nothing-to-do'],
    ])
      expect((await propose(words!)).body.ERROR).toMatchObject({
        code: 'decisions.not-now',
        details: { why },
      });
    const made = await propose('Tom oqadi. Kalitlar ***.');
    expect(made.body).toMatchObject({ state: 'open', may: ['withdraw'] });
    expect(
      (
        await app.call('POST', `/api/console/decisions/${made.body.id}/decide`, {
          cookie: colleague.cookie,
          body: {},
        })
      ).body,
    ).toMatchObject({ state: 'decided' });
    expect((await card(lotId)).items).toMatchObject([
      { id, masked: true, answer: { text: 'Tom oqadi. Kalitlar ***.' } },
    ]);
    for (const who of [buyer, seller, bidder]) expect(await inbox(who)).toContain('question-masked');
    // Nor does the decision keep what was taken out.
    const { rows } = await query(
      'select to_jsonb(d)::text || to_jsonb(q)::text as stored from decision d, lot_question q where d.id = $1 and q.id = $2',
      [made.body.id, id],
    );
    expect(rows[0].stored).not.toContain('Anvar');
    expect(await decide('hide', id, { reason: REASON })).toBe('lot-questions.applied-for');
  });

  test('is not decided by staff who have a part in the lot', async () => {
    const involved = await staff('moderator');
    const id = await asked(await fixture.person(), await lotOf(involved.personId));
    expect(await decide('approve', id, {}, involved)).toBe('conflict-of-interest');
    const auditor = await staff('auditor');
    expect(await decide('approve', id, {}, auditor)).toBe('not-allowed');
  });
});

describe('questions of somebody who leaves', () => {
  test('stay without their author, and the others are deleted after a while', async () => {
    const buyer = await fixture.person();
    const lotId = await lotOf();
    const [shown, refused] = [
      await asked(buyer, lotId, `${QUESTION} 1`),
      await asked(buyer, lotId, `${QUESTION} 2`),
    ];
    await decide('approve', shown);
    await decide('refuse', refused, { reason: REASON });
    const file = await text(fixture.office.personExport.write(buyer.id).bytes);
    expect(file).toContain(`${QUESTION} 2`);
    expect(file).not.toContain(moderator.personId);
    expect((await fixture.call(buyer, 'ask')).code).toBeUndefined();
    await fixture.due(buyer.id);
    await fixture.office.eraseDue.round();
    const { rows } = await query('select person_id from lot_question where lot_id = $1', [lotId]);
    expect(rows).toEqual([{ person_id: null }, { person_id: null }]);
    expect((await card(lotId)).items).toMatchObject([{ id: shown }]);
    expect(await answer(shown)).toMatchObject({ verdict: 'answered' });
    expect(await decide('approve', shown)).toBe('published');
    await fixture.office.lotQuestions.purge(90);
    await query(`update lot_question set ended_at = ended_at - interval '91 days' where id = $1`, [refused]);
    await fixture.office.lotQuestions.purge(90);
    const left = await query('select id from lot_question where lot_id = $1', [lotId]);
    expect(left.rows.map(({ id }) => Number(id))).toEqual([shown]);
  });
});
