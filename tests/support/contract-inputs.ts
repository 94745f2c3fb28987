import { createStaffTasks } from '#server/domains/staff-tasks/index.ts';
import { callServer } from './app.ts';
import { sampleNews } from './news-samples.ts';
import { samplePayments } from './payment-samples.ts';
import { sampleRefunds } from './sample-refunds.ts';
import type { TestDatabase } from './services.ts';
import { sampleSignatures } from './signature-samples.ts';
import { proofFrom } from './solved-proof.ts';

/** Values under which one call succeeds. */
export interface GoodCall {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface InputsOf {
  url: string;
  database: TestDatabase;
  /** A practice lot whose room has admitted the buyer. */
  lotId: number;
  /** A protocol in force, with its check word. */
  protocol: { number: string; word: string };
  cookies: Record<'buyer' | 'second' | 'leaving', string>;
  /** Ids of two people; `renewed` has just typed the password. */
  ids: Record<'buyer' | 'renewed', string>;
  /** Opens another session of the buyer and returns its public handle. */
  secondSession(): Promise<string>;
}

/** Query, body and path values under which each call succeeds, by its name; calls without an entry need none. */
export async function goodInputs(stage: InputsOf): Promise<Record<string, GoodCall>> {
  const { url, database, lotId, protocol, cookies, ids, secondSession } = stage;
  const room = { lotId };
  return {
    'lots.details': { params: { id: lotId } },
    'lots.result': { params: { id: lotId } },
    'lots.tab-details': { query: { tab: 'property' } },
    'lots.document-file': { params: { id: lotId, document: 1 } },
    'favourites.add': { body: room },
    'protocols.file': { query: protocol },
    'protocols.check': { query: { number: 'P-2026-000001' } },
    'sanctions.check': { body: { kind: 'stir', value: '301234567', captcha: await proofFrom(url) } },
    'favourites.remove': { body: room },
    'site.contact': {
      body: {
        name: 'Anvar',
        email: 'anvar@example.uz',
        phone: null,
        subject: 'other',
        message: 'A question about the contract.',
        requestId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001',
        captcha: await proofFrom(url),
      },
    },
    'console.contact-answered': { params: { number: 1 } },
    'site.set-language': { params: { lang: 'ru' } },
    'reference.order-categories': { query: { orderType: 'state' } },
    'reference.fields': { query: { category: '101' } },
    'reference.dynamic-list': { query: { name: 'contact-subjects' } },
    'pages.content': { query: { page: 'bid-lot' } },
    'trade-applications.join-practice': { body: room },
    'user-order.send-code': { body: room },
    'cabinet.send-code-for-create-user-order': { body: room },
    'user-order.create-user-order': { body: { ...room, code: '000000' } },
    'user-order.send-code-cancel-user-order': { body: room },
    'cabinet.cancel-user-order': { body: { ...room, code: '000000' } },
    'console.revoke-application': {
      params: { id: await practise(url, database, lotId, cookies.second) },
      body: { reason: 'checking the contract' },
    },
    'console.request-revoke': {
      params: { id: await practise(url, database, lotId, cookies.buyer) },
      body: { reason: 'checking the contract', lot: 'continue' },
    },
    'console.finish-task': {
      params: { id: await openTask(database, lotId) },
      body: { note: 'checking the contract' },
    },
    'console.suspend-room': { body: { reason: 'checking the contract' } },
    'console.resume-room': { body: { reason: 'checking the contract' } },
    'console.request-extend': { body: { minutes: 5, reason: 'checking the contract' } },
    'console.request-withdraw': { body: { reason: 'checking the contract' } },
    'user.change-password': { body: { new_password: 'ab'.repeat(32) } },
    'user.read-message': { params: { id: 1 } },
    'user.read-all-messages': { body: { upToId: 1 } },
    'user.change-notification-settings': {
      body: { choices: [{ topic: 'money', channel: 'sms', wanted: true }] },
    },
    'auth.exchange-token': { body: { token: 'unknown' } },
    'profile.set-national-id': { body: { number: '30101900000105' } },
    'profile.set-address': { body: { regionId: 1726, areaId: 1726266, text: 'Navoiy koʻchasi, 1-uy' } },
    'profile.set-requisites': {
      body: { bankName: 'Namuna bank', account: '20208000900123456001', mfo: '00999' },
    },
    'profile.send-code': { body: { channel: 'email', value: 'contract@example.uz' } },
    'profile.confirm': { body: { channel: 'email', value: 'contract@example.uz', code: '000000' } },
    'profile.end-session': { params: { id: await secondSession() } },
    'profile.end-sessions': { body: { keepThis: true } },
    'profile.ask-for-edit': { body: { name: 'Another Name', reason: 'checking the contract' } },
    'profile.withdraw-edit-request': { params: { id: await askForEdit(url, cookies.buyer) } },
    'console.approve-edit-request': { params: { id: await askForEdit(url, cookies.leaving) } },
    'console.refuse-edit-request': {
      params: { id: await askForEdit(url, cookies.second) },
      body: { reason: 'checking the contract' },
    },
    'exports.list': { params: { list: 'actions' }, query: { format: 'csv', language: 'en' } },
    'common.action-access': { query: { action: 'apply' } },
    ...(await sampleNews(database)),
    ...(await samplePayments(url, database, cookies.buyer)),
    ...(await sampleSignatures(database, ids.buyer)),
    ...(await sampleRefunds(database, {
      owner: ids.buyer,
      freshOwner: ids.renewed,
      staff: '00000000-0000-4000-8000-000000000001',
    })),
    'auth.choose-roles': { body: { roles: ['buyer', 'customer'] } },
    'auth.choose-side': { body: { side: 'trade' } },
    'auction.place': { body: { ...room, bidId: 'contract-place-1', amountTiyin: 1 } },
    'auction.set-auto-bid': { body: { ...room, bidId: 'contract-auto-1', maximumTiyin: 1 } },
    'auction.clear-auto-bid': { body: { ...room, bidId: 'contract-clear-1' } },
    'auction.find-bid': { query: { lotId: String(lotId), bidId: 'contract-place-1' } },
  };
}

/** A request to change a name; its number. */
async function askForEdit(url: string, cookie: string): Promise<number> {
  const answer = await callServer(url, 'POST', '/api/shop/profile/edit-requests', {
    body: { name: 'Some Other Name', reason: 'for the contract' },
    cookie,
  });
  return answer.body.id as number;
}

/** Somebody else in the practice room; the number of the application. */
async function practise(url: string, { pool }: TestDatabase, lotId: number, cookie: string): Promise<number> {
  await callServer(url, 'POST', '/api/shop/user-order/join-practice', { body: { lotId }, cookie });
  const { rows } = await pool.query<{ id: number }>('select max(id)::int as id from trade_application');
  return rows[0]!.id;
}

/** A task about the lot; its number. */
async function openTask({ db, pool }: TestDatabase, lotId: number): Promise<number> {
  const tasks = createStaffTasks({ db, record: () => Promise.resolve() });
  const occasion = `contract:${lotId}`;
  await tasks.open({ occasion, kind: 'repeat-lot', lotId, dueAt: new Date() });
  const { rows } = await pool.query('select id from staff_task where occasion = $1', [occasion]);
  return rows[0].id;
}
