import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { connectJobsRedis, connectSubscriber } from '#server/platform/redis/index.ts';
import { createSessionStore, sessionCookieName } from '#server/platform/sessions/index.ts';
import { serveTasks } from '../lib/worker.ts';

/* A practice lot of a running platform, and people with sessions on it who never saw its sign-in site. */

const LENGTH_MS = 3 * 3_600_000;
const START_PRICE_TIYIN = 100_000_00;

const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

const database = createDatabase({ url: process.env.DATABASE_URL ?? '', poolSize: 2, name: 'practice-room' });
const redisUrl = process.env.JOBS_REDIS_URL ?? '';
const sessions = createSessionStore(
  connectJobsRedis(redisUrl),
  connectSubscriber(redisUrl),
  process.env.REDIS_NAMESPACE ?? '',
);

serveTasks({
  async lot(): Promise<number> {
    const reference = createReferenceService(createReferenceRepository(database.db));
    const lots = createLotsService({
      lots: createLotsRepository(database.db),
      search: createLotSearchRepository(database.db),
      reference,
    });
    const [[region], [category]] = await Promise.all([reference.regions(), reference.categories()]);
    if (!region || !category) throw new Error('the database has no regions and categories');
    const opensAt = new Date();
    return lots.publish({
      title: inAll('Sinov loti'),
      description: inAll('Sinov uchun'),
      address: inAll('Toshkent'),
      categoryId: category.id,
      regionId: region.id,
      quantity: 1,
      latitude: null,
      longitude: null,
      photos: [],
      customer: { name: inAll('Sinov sotuvchisi'), ownerType: 'legal', phone: null, email: null },
      customerPersonId: null,
      orderId: null,
      orderType: 'private',
      ruleSet: 'practice',
      startPriceTiyin: START_PRICE_TIYIN,
      publishedAt: opensAt,
      opensAt,
      closesAt: new Date(opensAt.getTime() + LENGTH_MS),
    });
  },

  /** A `Cookie` header for each. */
  people: ({ count }: { count: number }): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const { secret } = await sessions.create(
          {
            personId: `load-${process.pid}-${at + 1}`,
            roles: ['buyer'],
            language: 'uz',
            name: 'Load Person',
            userName: `load.${at + 1}`,
            percentage: 100,
          },
          {},
        );
        return `${sessionCookieName(false)}=${secret}`;
      }),
    ),
});
