import type { FileOwnerKind, FilesService } from '#server/domains/content/files/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Role } from '#shared/api/contract.ts';
import type { NewsPicture } from '#shared/api/site/news.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NEWS } from '#shared/lifecycles/news.ts';
import { createNewsRepository } from './news.repository.ts';

const OWNER = 'news';

export type NewsPictures = Pick<FilesService, 'publishPhotos' | 'withdrawPhotos' | 'photosOf'>;

/** Where no files are at hand: the demonstration's own news, tests of texts. */
export const WITHOUT_PICTURES: NewsPictures = {
  publishPhotos: () => Promise.resolve([]),
  withdrawPhotos: () => Promise.resolve(),
  photosOf: () => Promise.resolve(new Map()),
};

export interface PicturesOfNews {
  main: NewsPicture | null;
  more: NewsPicture[];
}
export const NO_PICTURES: PicturesOfNews = { main: null, more: [] };

/** Public pictures of items; those without any are left out. */
export async function picturesOf(
  files: NewsPictures,
  ids: readonly number[],
): Promise<Map<number, PicturesOfNews>> {
  const photos = await files.photosOf(OWNER, ids);
  return new Map(
    [...photos].map(([id, all]) => {
      const [main = null, ...more] = all.map(({ width, height, blur, sizes }) => ({
        width,
        height,
        blur,
        sizes,
      }));
      return [id, { main, more }];
    }),
  );
}

/**
 * Pictures of news: those of a public item are for everybody, the others for staff who read news; who may write news changes
 * them. A scheduled item's pictures have their public addresses already, which nobody knows before they see the article.
 */
export const newsPicturesOwner = (
  db: AnyDb,
  accounts: { byId(personId: string): Promise<{ roles: readonly Role[] } | null> },
  files: NewsPictures,
): FileOwnerKind => ({
  name: OWNER,
  most: { image: 10, document: 0 },

  async access(id, viewer) {
    const item = await createNewsRepository(db).byId(id);
    if (!item) return null;
    if (viewer && hasRight(viewer.roles, 'readNews')) return 'staff';
    return item.state === 'published' ? 'public' : null;
  },

  async lockForChange(tx, id, personId) {
    const person = await accounts.byId(personId);
    if (!person || !hasRight(person.roles, 'writeNews')) throw notFound();
    if (!(await createNewsRepository(tx).lock(tx, id))) throw notFound();
  },

  async touched(tx, id) {
    const item = await createNewsRepository(tx).byId(id);
    if (item && allows(NEWS, item.state, 'withdraw'))
      await files.publishPhotos(tx, { owner: OWNER, ownerId: id });
  },
});
