import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { bannerParts } from '../../fixtures/banner-samples.ts';
import { named } from '../../fixtures/category-samples.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { NEWS_TEXTS } from '../../fixtures/news-samples.ts';

const LATER_MS = Date.now() + DAY_MS;
const PLATFORM = 'Savdo';

let app: DecisionsApp;
beforeAll(async () => {
  app = await startDecisionsApp();
});
afterAll(() => app.close());

/** A member of staff, with what each of the four shows at once and later. */
async function author() {
  const { personId } = await app.staff();
  const by = { personId, name: 'Muallif Namuna' };
  const { news, banners, partners } = app.office;
  const item = async (atMs: number | null) =>
    news.publish(await news.create(randomUUID(), NEWS_TEXTS, by), atMs, by);
  const banner = (fromMs: number) =>
    banners.store(
      { ...bannerParts(), fromMs, untilMs: fromMs + 3 * DAY_MS, id: randomUUID(), version: 0 },
      by,
    );
  const partner = (from: string) =>
    partners.create(
      randomUUID(),
      { name: named('Hamkor'), url: 'https://example.uz', from, until: null, hidden: false },
      by,
    );
  return {
    ...by,
    by,
    news: [await item(null), await item(LATER_MS)] as const,
    banners: [await banner(Date.now() - 1_000), await banner(LATER_MS)] as const,
    partners: [await partner(tashkentDay(Date.now())), await partner(tashkentDay(LATER_MS))] as const,
  };
}
type Author = Awaited<ReturnType<typeof author>>;

async function round(): Promise<void> {
  const { news, banners, partners, helpPages } = app.office;
  for (const words of [news, banners, partners, helpPages]) await words.callOffOfFormer();
}

async function statesOf(of: Author) {
  const { news, banners, partners } = app.office;
  const { items } = await banners.list({}, { page: 1, size: 100 });
  const all = await partners.all();
  return {
    news: await Promise.all(of.news.map(async ({ id }) => (await news.one(id)).state)),
    banners: of.banners.map(({ id }) => items.find((each) => each.id === id)!.state),
    partners: of.partners.map(({ id }) => all.find((each) => each.id === id)!.state),
  };
}
const WAITING = {
  news: ['published', 'scheduled'],
  banners: ['shown', 'planned'],
  partners: ['shown', 'planned'],
};
const CALLED_OFF = {
  news: ['published', 'withdrawn'],
  banners: ['shown', 'hidden'],
  partners: ['shown', 'hidden'],
};

test.each([
  ['has lost the right', `roles = '{buyer}'`],
  ['is shut out', 'disabled_at = now()'],
])(
  'what waits in the words of somebody who %s is called off, and what is public stays',
  async (_, change) => {
    const [gone, here] = [await author(), await author()];
    await round();
    expect(await statesOf(gone)).toEqual(WAITING);
    await app.database.pool.query(`update person set ${change} where id = $1`, [gone.personId]);
    await round();
    await round();
    expect([await statesOf(gone), await statesOf(here)]).toEqual([CALLED_OFF, WAITING]);
    const [last] = (await app.office.news.one(gone.news[1].id)).changes;
    expect(last).toMatchObject({ action: 'withdraw', by: PLATFORM });
  },
);

test('a colleague who has written it since answers for it', async () => {
  const [gone, here] = [await author(), await author()];
  const [, item] = gone.news;
  await app.office.news.edit(item, NEWS_TEXTS, here.by);
  await app.database.pool.query('update person set disabled_at = now() where id = $1', [gone.personId]);
  await round();
  expect((await app.office.news.one(item.id)).state).toBe('scheduled');
});

test('a help page is published by who is still there, or called off with its texts unchanged', async () => {
  const { helpPages } = app.office;
  const [gone, here] = [await author(), await author()];
  const planned = await helpPages.publish({ page: 'participating', version: 0 }, LATER_MS, gone.by);
  const edited = await helpPages.edit(planned, planned.texts, here.by);
  await app.database.pool.query('update person set disabled_at = now() where id = $1', [gone.personId]);
  await round();
  const called = await helpPages.one('participating');
  expect(called).toMatchObject({ scheduled: null, published: null, texts: edited.texts });
  expect(called.changes[0]).toMatchObject({ action: 'cancel', by: PLATFORM });
  await helpPages.publish(called, LATER_MS, here.by);
  await round();
  expect((await helpPages.one('participating')).scheduled).not.toBeNull();
});
