import type { Role } from '#shared/api/contract.ts';
import type { RuleSetName } from '#shared/api/lots.ts';
import type { RoomHead, RoomSnapshot } from '#shared/realtime/room.ts';
import { createAuctionState } from '#server/auction/index.ts';
import { createAccounts, createDemoPeople } from '#server/domains/accounts/index.ts';
import { createLotsRepository, publishLot } from '#server/domains/lots/index.ts';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import { openDirectory } from '#server/integrations/sign-in/index.ts';
import { createSessionStore } from '#server/platform/sessions/index.ts';
import { testJobsRedis } from '../../support/services.ts';
import { PARTITIONS } from './product.ts';
import type { Product } from './product.ts';

export const PASSWORD = 'Sinov-parol-2026';

/** Clearly invented people of a test. */
export async function addPeople(
  product: Product,
  names: string[],
  roles: Role[] = ['buyer'],
): Promise<{ id: string; phone: string }[]> {
  const jobs = testJobsRedis();
  const { database } = product;
  try {
    const accounts = createAccounts({
      db: database.db,
      sessions: createSessionStore(jobs.redis, jobs.subscriber, jobs.namespace),
      actions: { record: async () => undefined },
    });
    const people = names.map((name, i) => ({
      kind: 'natural' as const,
      name,
      phone: `+99890000${String(1000 + Math.floor(Math.random() * 8_000) + i).padStart(4, '0')}`,
      email: `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}${Date.now()}${i}@sinov.example`,
      language: 'uz' as const,
      roles,
    }));
    const made = await createDemoPeople(people as never, PASSWORD, {
      accounts,
      directory: openDirectory(database),
      twinsAllowed: true,
    });
    return people.map(({ phone }, i) => ({ id: made[i]?.id ?? '', phone }));
  } finally {
    jobs.close();
  }
}

export interface PracticeRoom {
  title: string;
  startPriceTiyin: number;
  opensInMs: number;
  lengthMs: number;
  /** Default `practice`; the others admit nobody by themselves. */
  ruleSet?: RuleSetName;
}

/** Publishes a lot; the worker opens its room in its next round. Returns the lot's id. */
export async function publishPractice(product: Product, room: PracticeRoom): Promise<number> {
  const { db } = product.database;
  const reference = createReferenceService(createReferenceRepository(db));
  const [categories, [region]] = await Promise.all([reference.categories(), reference.regions()]);
  const same = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
  const opensAt = new Date(Date.now() + room.opensInMs);
  const category = categories.at(-1);
  if (!category || !region) throw new Error('no categories or regions are seeded');
  return publishLot(createLotsRepository(db), reference, {
    title: same(room.title),
    description: same('Sinov loti'),
    address: same('Toshkent'),
    categoryId: category.id,
    regionId: region.id,
    quantity: 1,
    latitude: null,
    longitude: null,
    photos: [],
    customer: { name: same('Sinov buyurtmachisi'), ownerType: 'legal', phone: null, email: null },
    customerPersonId: null,
    orderId: null,
    orderType: 'private',
    ruleSet: room.ruleSet ?? 'practice',
    startPriceTiyin: room.startPriceTiyin,
    publishedAt: new Date(),
    opensAt,
    closesAt: new Date(opensAt.getTime() + room.lengthMs),
  });
}

/** The committed head of a room, as an observer over HTTP sees it. */
export async function roomHead(product: Product, lotId: number): Promise<RoomHead> {
  const answer = await fetch(`${product.url}/api/shop/game-view/lot-game-info/${lotId}`);
  if (!answer.ok) throw new Error(`the room answered ${answer.status}`);
  return ((await answer.json()) as { snapshot: RoomSnapshot }).snapshot.head;
}

/** Takes a person's right to bid in a room, as a ban does. */
export async function revokePerson(product: Product, lotId: number, person: string): Promise<void> {
  const state = createAuctionState({
    url: product.redis.auctionUrl,
    namespace: product.redis.namespace,
    partitions: PARTITIONS,
  });
  try {
    await state.ready(5_000);
    const { epoch } = await roomHead(product, lotId);
    await state.revoke({ lotId, person, cause: 'ban', epoch });
  } finally {
    await state.disconnect();
  }
}
