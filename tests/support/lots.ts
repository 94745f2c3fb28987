import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/lots/index.ts';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import type { NewLot } from '#server/domains/lots/index.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { TestDatabase } from './services.ts';

const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

/** Publishes a plausible lot; a practice lot unless another rule set is named. Returns its id. */
export async function publishTestLot(
  database: TestDatabase,
  lot: Partial<NewLot> & { opensInMs?: number; lengthMs?: number; rules?: Partial<AuctionRules> } = {},
): Promise<number> {
  const { opensInMs = 0, lengthMs = 3_600_000, rules, ...given } = lot;
  const reference = createReferenceService(createReferenceRepository(database.db));
  const lots = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference,
  });
  const [region] = await reference.regions();
  const [category] = await reference.categories();
  const opensAt = given.opensAt ?? new Date(Date.now() + opensInMs);
  const id = await lots.publish({
    title: inAll('Chevrolet Cobalt 2021'),
    description: inAll('One owner'),
    address: inAll('Toshkent'),
    categoryId: category?.id ?? 1,
    regionId: region?.id ?? 1,
    quantity: 1,
    latitude: null,
    longitude: null,
    photos: [],
    customer: { name: inAll('Davaktiv'), ownerType: 'state', phone: null, email: null },
    customerPersonId: null,
    orderId: null,
    orderType: given.ruleSet?.startsWith('state') ? 'state' : 'private',
    ruleSet: 'practice',
    startPriceTiyin: 100_000_00,
    publishedAt: new Date(),
    opensAt,
    closesAt: given.closesAt ?? new Date(opensAt.getTime() + lengthMs),
    ...given,
  });
  if (rules) {
    await database.pool.query('update lot set rules = rules || $1::jsonb where id = $2', [
      JSON.stringify(rules),
      id,
    ]);
  }
  return id;
}
