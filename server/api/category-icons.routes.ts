import { type ReferenceService, drawIcon } from '#server/domains/reference/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';

/** Pictures of groups and categories. A new icon of a category shows within a day. */
export function registerCategoryIcons(app: HttpApp, reference: ReferenceService): void {
  app.api.get('/icons/:type/:file', async (req, res, next) => {
    const id = /^(\d{1,9})\.svg$/.exec(req.params.file)?.[1];
    const category = (await reference.categories()).find((row) => String(row.id) === id);
    const type = category?.parentId === null ? 'group' : 'category';
    if (!category || req.params.type !== type) return next();
    res
      .set({
        'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      .type('svg')
      .send(drawIcon(category.icon));
  });
}
