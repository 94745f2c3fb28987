import type { Person } from '#server/domains/people/accounts/index.ts';
import { createFileStore } from '#server/domains/content/files/index.ts';
import { createLotPhotos, createLotsRepository } from '#server/domains/trade/lots/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import {
  createOrderMoves,
  createOrdersService,
  createOrderTrade,
  type OrdersDeps,
} from '#server/domains/trade/orders/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createListLotFromOrder } from '#server/workflows/index.ts';
import { ask } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';

/** Approved orders with photos and documents, and the worker's round that publishes them. */

const SELLER = 'load-seller';
const DAY_MS = 86_400_000;

const url = process.env.DATABASE_URL ?? '';
const database = createDatabase({ url, poolSize: 20, name: 'publish-orders' });
const { db } = database;
// References to stored files alone are written: neither storage nor scanner nor inspection is reached.
const files = createFileStore({ db, crashAt: null, storage: { place: '' } } as Parameters<
  typeof createFileStore
>[0]);
const reference = createReferenceService(createReferenceRepository(db));
const seller: Person = {
  id: SELLER,
  issuer: 'load',
  subject: SELLER,
  kind: 'natural',
  name: 'Load Seller',
  phone: null,
  email: null,
  phoneConfirmed: false,
  emailConfirmed: false,
  pinfl: null,
  stir: null,
  shownOfAge: true,
  language: 'uz',
  roles: ['customer'],
  offeredRoles: [],
  demo: false,
  disabled: false,
  signedInAt: null,
  createdAt: new Date(),
};
const accounts: OrdersDeps['accounts'] = {
  byId: () => Promise.resolve(seller),
  byIds: () => Promise.resolve([seller]),
};
/** All that judging an order asks for. */
const asked: Pick<
  OrdersDeps,
  'db' | 'accounts' | 'files' | 'reference' | 'authorisedSellersOf' | 'haveCards'
> = {
  db,
  accounts,
  files,
  reference,
  authorisedSellersOf: (ids) => Promise.resolve(new Set(ids)),
  haveCards: (cards) => Promise.resolve(cards.map(() => true)),
};
const { judge } = createOrdersService(asked as OrdersDeps);
const listing = createListLotFromOrder({
  db,
  judge,
  accounts,
  reference,
  orders: createOrderTrade(db),
  moves: createOrderMoves({
    notify: createNotifications(db).notify,
    countWithdrawal: () => Promise.resolve(0),
  }),
  lots: createLotsRepository(db),
  photos: createLotPhotos(db, files),
  maySell: () => Promise.resolve({}),
  owedBy: () => Promise.resolve(0),
  texts: loadTexts(),
  openTask: () => Promise.resolve(),
  crashAt: () => undefined,
});

const fieldsOf = (categoryId: number) => ({
  ownerType: 'natural',
  orderType: 'private',
  tradeType: 'auction',
  ruleSet: 'private',
  choices: { depositPercent: 10, opensAtMs: Date.now() + 2 * DAY_MS, closesAtMs: Date.now() + 3 * DAY_MS },
  categoryId,
  categoryType: 'own',
  propertyType: 'movable',
  quantity: 1,
  unit: 'piece',
  title: { uz: 'Sinov dastgohi', ru: 'Пробный станок' },
  description: { uz: 'Omborda saqlangan dastgoh', ru: 'Станок со склада, новый' },
  facts: { condition: 'good' },
  tenure: 'ownership',
  startPriceTiyin: 50_000_000_00,
  stayDays: 30,
  paymentWorkingDays: 5,
  regionId: 1726,
  areaId: 1726273,
  latitude: 41.3,
  longitude: 69.28,
  address: { uz: 'Namuna koʻchasi, 1', ru: 'улица Намуна, 1' },
  phone: '+998901234567',
  requisites: { kind: 'card', cardId: 1 },
});

serveTasks({
  /** Three photos and a document each. */
  async make({ orders }: { orders: number }) {
    const category = (await reference.categories()).find(({ code }) => code === 'industrial-equipment');
    if (!category) throw new Error('no category to publish in');
    await ask(
      url,
      `insert into file_blob (sha256, media_type, size_bytes, width, height, blur)
       select encode(sha256(('load' || n)::bytea), 'hex'), case n when 4 then 'application/pdf' else 'image/jpeg' end,
         1000, case when n < 4 then 480 end, case when n < 4 then 360 end, case when n < 4 then 'data:,' end
       from generate_series(1, 4) n on conflict do nothing`,
      [],
    );
    await ask(
      url,
      `insert into file_variant (sha256, width, height, name, size_bytes)
       select encode(sha256(('load' || n)::bytea), 'hex'), 320, 240, md5('load' || n), 500
       from generate_series(1, 3) n on conflict do nothing`,
      [],
    );
    await ask(
      url,
      `with made as (
         insert into customer_order (person_id, request_id, status, fields, order_type, trade_type)
         select $1, gen_random_uuid()::text, 'approved', $2::jsonb, 'private', 'auction' from generate_series(1, $3::int)
         returning id)
       insert into uploaded_file (owner, owner_id, kind, upload_id, sha256, name, position, is_main)
       select 'order', id, case n when 4 then 'document' else 'image' end, gen_random_uuid(),
         encode(sha256(('load' || n)::bytea), 'hex'), 'file-' || n, n, n = 1
       from made, generate_series(1, 4) n`,
      [SELLER, JSON.stringify(fieldsOf(category.id)), orders],
    );
  },

  async run({ orders }: { orders: number }) {
    const startedAt = performance.now();
    const published = await listing.listAll((error) => {
      throw error;
    });
    if (published !== orders) throw new Error(`${published} of ${orders} orders were published`);
    return { seconds: (performance.now() - startedAt) / 1_000 };
  },
});
