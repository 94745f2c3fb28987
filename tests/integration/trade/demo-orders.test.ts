import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCustomerOrders } from '#server/demo/index.ts';
import { startModerationApp, type ModerationApp } from '../../fixtures/moderation-app.ts';

let app: ModerationApp;
beforeAll(async () => {
  app = await startModerationApp();
});
afterAll(() => app.close());

test('the demo writes orders in every state before trade, once, and those that were sent can be approved', async () => {
  const name = 'Namuna Mulk';
  const customer = await app.signIn(name, ['customer'], 'legal');
  const moderator = await app.signIn('Malika Moderator', ['moderator']);
  const signIns = [{ part: 'customer', name, login: '', note: '' }];
  const world = { customerPersonId: customer.id, moderatorPersonId: moderator.id, signIns };
  const deps = {
    db: app.database.db,
    orders: app.orders,
    files: app.files,
    orderActions: app.orderActions,
    moderation: app.moderation,
    sign: async (_: string, document: Buffer) =>
      (
        await app.signature(customer, {
          requestId: '',
          documentBase64: document.toString('base64'),
          expiresAt: '',
        })
      ).pkcs7,
  };
  await writeCustomerOrders(deps, world);
  await writeCustomerOrders(deps, world);
  const { rows } = await app.database.pool.query<{ id: number; status: string; photos: number }>(
    `select id, status, (select count(*)::int from uploaded_file where owner = 'order' and owner_id = o.id) as photos
     from customer_order o where person_id = $1 order by id`,
    [customer.id],
  );
  const states = ['created', 'sent', 'returned', 'sent', 'rejected', 'cancelled'];
  expect(rows.map(({ status, photos }) => ({ status, photos }))).toEqual(
    states.map((status) => ({ status, photos: 3 })),
  );
  for (const { id } of rows.filter(({ status }) => status === 'sent')) {
    expect((await app.post(moderator, `/api/console/orders/${id}/claim`, {})).status).toBe(200);
    expect((await app.decide(moderator, id, 'approve')).body).toMatchObject({ verdict: 'approved' });
  }
});
