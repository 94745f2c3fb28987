import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerConsoleContactRoutes } from '#server/api/index.ts';
import { createContactAnswers } from '#server/domains/content/contact-answers/contact-answers.service.ts';
import { createContactTemplates } from '#server/domains/content/contact-answers/contact-templates.service.ts';
import { sendAnswer } from '#server/domains/content/contact-answers/send-contact-answer.ts';
import { createSiteRepository, type SiteRepository } from '#server/domains/content/site/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { CONTACT_TEMPLATES_MAX } from '#shared/api/console/contact-templates.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { ANSWER_TEXTS } from '../../fixtures/contact-samples.ts';
import { MessagingApp } from '../../fixtures/messaging-app.ts';

const TEMPLATES = '/api/console/contact-templates';
const MESSAGES = '/api/shop/console/contact-messages';
const OPERATOR = 'operator@savdo.example';

describe('answers to messages to the operator', () => {
  let post: MessagingApp;
  let site: SiteRepository;
  let app: TestApp;
  let cookie: string;
  let gateways: { sms: MessagingApp['sms'] | null; mail: MessagingApp['mail'] | null };

  beforeAll(async () => {
    post = await MessagingApp.start();
    const { db } = post.database;
    site = createSiteRepository(db);
    gateways = { sms: post.sms, mail: post.mail };
    const actions = createActionLog(db);
    app = await startTestApp((http) =>
      registerConsoleContactRoutes(http, {
        site,
        contactAnswers: createContactAnswers({ db, actions, gateways }),
        contactTemplates: createContactTemplates({ db, actions }),
      }),
    );
    cookie = (await app.signIn({ personId: randomUUID(), roles: ['operator'], name: 'Nodira' })).cookie;
  });
  afterAll(async () => {
    await app.close();
    await post.close();
  });
  beforeEach(async () => {
    await post.clear();
    gateways.sms = post.sms;
    gateways.mail = post.mail;
  });

  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
    `${status} ${body.ERROR?.code}`;
  const write = (from: { email: string | null; phone: string | null }) =>
    site.keepMessage({
      requestId: randomUUID(),
      personId: null,
      name: 'Anvar',
      subject: 'other',
      message: 'When does the room open?',
      language: 'uz',
      ...from,
    });
  const byMail = () => write({ email: 'anvar@example.uz', phone: '+998901112233' });
  const answer = (number: number, body: unknown) => ask('POST', `${MESSAGES}/${number}/answer`, body);
  const WORDS = { title: 'Murojaatingiz', text: 'Hurmatli Anvar, xona ertaga ochiladi.' };

  async function actionsOf(type: string): Promise<string[]> {
    const { rows } = await post.database.pool.query(
      'select action, reason from person_action where type = $1 order by id',
      [type],
    );
    return rows.map(({ action, reason }) => `${action} ${reason}`);
  }
  /** What the worker does with the answers so far. */
  async function sendAll(): Promise<void> {
    const { rows } = await post.database.pool.query(
      `select payload from outbox where topic = 'site.contact-replied' order by id`,
    );
    for (const { payload } of rows)
      await sendAnswer({ messages: site, gateways, operator: OPERATOR }, Number(payload.number));
  }

  test('go once by e-mail, are stored with who sent them, and are in the log of actions', async () => {
    const number = await byMail();
    const open = await ask('GET', `${MESSAGES}?state=open`);
    expect(open.body.items[0]).toMatchObject({ number, channel: 'email', answered: null });

    const both = await Promise.all([answer(number, WORDS), answer(number, WORDS)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.map(codeOf)).toContain('409 console-contact.answered');
    const answered = await ask('GET', `${MESSAGES}?state=answered`);
    expect(answered.body.items[0].answered).toMatchObject({
      by: 'Nodira',
      sent: { channel: 'email', ...WORDS },
    });
    await sendAll();
    expect(post.written).toEqual([
      {
        id: `contact-answer-${number}`,
        to: 'anvar@example.uz',
        replyTo: OPERATOR,
        subject: `[${number}] Murojaatingiz`,
        text: WORDS.text,
      },
    ]);
    expect(await actionsOf('contact-message')).toEqual([`answer ${number}`]);
  });

  test('go by SMS where there is no e-mail, or no mail server, and not at all where neither can be reached', async () => {
    const number = await write({ email: null, phone: '+998901112233' });
    expect((await answer(number, WORDS)).body.answered.sent.channel).toBe('sms');
    gateways.mail = null;
    expect((await answer(await byMail(), WORDS)).body.answered.sent.channel).toBe('sms');
    await sendAll();
    expect(post.texted.map(({ to, text }) => [to, text])).toEqual([
      ['+998901112233', `Savdo. ${WORDS.text}`],
      ['+998901112233', `Savdo. ${WORDS.text}`],
    ]);
    const mailOnly = await write({ email: 'anvar@example.uz', phone: null });
    expect(codeOf(await answer(mailOnly, WORDS))).toBe('422 console-contact.no-channel');
    expect((await ask('GET', `${MESSAGES}?state=open`)).body.items[0]).toMatchObject({
      number: mailOnly,
      channel: null,
      answered: null,
    });
  });

  test('fail loudly, to be tried again, where the gateway is away', async () => {
    const number = await write({ email: null, phone: '+998901112233' });
    await answer(number, WORDS);
    post.mood = 'ill';
    await expect(sendAll()).rejects.toThrow('away');
    post.mood = 'well';
    gateways.sms = null;
    await expect(sendAll()).rejects.toThrow('sms is not configured');
    gateways.sms = post.sms;
    await sendAll();
    expect(post.texted).toHaveLength(1);
  });

  test('are refused with a placeholder, a link, or too long for an SMS, and change nothing', async () => {
    const number = await write({ email: null, phone: '+998901112233' });
    const refused = async (text: string) => codeOf(await answer(number, { title: 'T', text }));
    expect(await refused('Hurmatli {{name}}')).toBe('422 console-contact.placeholder');
    expect(await refused('https://a.example')).toBe('422 console-contact.address');
    expect(await refused('ж'.repeat(560))).toBe('422 console-contact.too-long');
    expect((await answer(number, { title: 'T', text: '' })).status).toBe(400);
    expect((await answer(number, { title: 'T', text: 'Ha \u202e' })).status).toBe(400);
    expect(codeOf(await answer(2_000_000_000, WORDS))).toBe('404 not-found');
    expect((await site.message(number))?.answered_at).toBeNull();
    const { rows } = await post.database.pool.query(`select topic from outbox`);
    expect(rows.map(({ topic }) => topic)).toEqual(['site.contact-written']);
  });

  test('that were given elsewhere are marked once, without anything to send', async () => {
    const number = await byMail();
    const before = await actionsOf('contact-message');
    for (const _ of [1, 2])
      expect((await ask('POST', `${MESSAGES}/${number}/answered`)).body.answered).toMatchObject({
        by: 'Nodira',
        sent: null,
      });
    expect(codeOf(await answer(number, WORDS))).toBe('409 console-contact.answered');
    await sendAll();
    expect(post.written).toEqual([]);
    expect((await actionsOf('contact-message')).slice(before.length)).toEqual([`mark ${number}`]);
  });

  test('begin with templates that are added, changed, retired and restored, each by a version with its author', async () => {
    const id = randomUUID();
    const store = (version: number, texts: unknown, retired: boolean) =>
      ask('PUT', `${TEMPLATES}/${id}`, { version, texts, retired });
    expect((await store(0, ANSWER_TEXTS, false)).body).toMatchObject({ id, version: 1, retired: false });
    const edited = { ...ANSWER_TEXTS, en: { title: 'Yours', text: 'Dear {{name}}.' } };
    expect((await store(1, edited, false)).body.texts.en.title).toBe('Yours');
    expect(codeOf(await store(1, ANSWER_TEXTS, false))).toBe('409 console-contact.template-changed');
    expect((await store(2, edited, true)).body.retired).toBe(true);
    expect((await store(3, edited, false)).body.changes).toMatchObject(
      ['restore', 'retire', 'edit', 'create'].map((action) => ({ action, by: 'Nodira' })),
    );
    expect((await ask('GET', TEMPLATES)).body).toMatchObject([{ id, version: 4, texts: edited }]);
    expect(await actionsOf('contact-template')).toEqual(
      ['create', 'edit', 'retire', 'restore'].map((action) => `${action} ${id}`),
    );
    await expect(post.database.pool.query('delete from contact_template_change')).rejects.toThrow(
      'append-only',
    );
  });

  test('have templates with known placeholders alone, no more than may be listed', async () => {
    const before = (await ask('GET', TEMPLATES)).body.length;
    const add = (texts: unknown) =>
      ask('PUT', `${TEMPLATES}/${randomUUID()}`, { version: 0, texts, retired: false });
    const unknown = await add({ ...ANSWER_TEXTS, ru: { title: 'Т', text: '{{lot}}' } });
    expect(codeOf(unknown)).toBe('400 console-message-texts.unknown');
    expect(unknown.body.ERROR.message).toContain('lot');
    expect(codeOf(await add({ ...ANSWER_TEXTS, uz: { title: 'T', text: 'слово' } }))).toBe(
      '400 console-message-texts.not-latin',
    );
    expect((await ask('GET', TEMPLATES)).body).toHaveLength(before);
    await post.database.pool.query(
      `insert into contact_template_change (template, version, action, person_id, person_name, texts, retired)
       select gen_random_uuid(), 1, 'create', 'x', 'x', $1, false from generate_series(1, $2)`,
      [JSON.stringify(ANSWER_TEXTS), CONTACT_TEMPLATES_MAX - before],
    );
    expect(codeOf(await add(ANSWER_TEXTS))).toBe('422 console-contact.too-many-templates');
  });
});
