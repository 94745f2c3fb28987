import type { Banners } from '#server/domains/content/banners/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleBanners, storeBanner } from '#shared/api/console/console-banners.ts';

/** Banners of the site for staff who edit them; everybody gets theirs with the facts of the site. */
export function registerConsoleBannerRoutes(app: HttpApp, banners: Pick<Banners, 'list' | 'store'>): void {
  registerContract(app, consoleBanners, async (call) => {
    const { state, place, page, size } = call.query;
    return { ...(await banners.list({ state, place }, { page, size })), page, size };
  });
  registerContract(app, storeBanner, (call) =>
    banners.store({ ...call.params, ...call.body }, call.signedIn()),
  );
}
