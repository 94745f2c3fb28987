import type { Response } from 'express';
import { type ReferenceService, drawIcon, iconNames } from '#server/domains/content/reference/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';

function send(res: Response, icon: string, cacheControl: string): void {
  res
    .set({
      'Cache-Control': cacheControl,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .type('svg')
    .send(drawIcon(icon));
}

/** Pictures of groups and categories, and of all icons there are. */
export function registerCategoryIcons(app: HttpApp, reference: ReferenceService): void {
  app.api.get('/icons/shape/:file', (req, res, next) => {
    const name = iconNames().find((each) => `${each}.svg` === req.params.file);
    if (name === undefined) return next();
    send(res, name, 'public, max-age=86400');
  });
  app.api.get('/icons/:type/:file', async (req, res, next) => {
    const id = /^(\d{1,9})\.svg$/.exec(req.params.file)?.[1];
    const category = (await reference.categories()).find((row) => String(row.id) === id);
    const type = category?.parentId === null ? 'group' : 'category';
    if (!category || req.params.type !== type) return next();
    // Staff may choose another icon: it shows within minutes.
    send(res, category.icon, 'public, max-age=300, stale-while-revalidate=604800');
  });
}
