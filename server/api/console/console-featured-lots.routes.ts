import type { FeaturedLots } from '#server/domains/trade/lots/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  arrangeFeatures,
  consoleFeaturedLots,
  editFeature,
  endFeature,
  featureLot,
} from '#shared/api/console/console-featured-lots.ts';

/** Lots that staff put forward on the first page. */
export function registerFeaturedLotRoutes(app: HttpApp, featured: FeaturedLots): void {
  registerContract(app, consoleFeaturedLots, () => featured.all());
  registerContract(app, featureLot, (call) => {
    const { requestId, ...period } = call.body;
    return featured.feature(call.params.lotId, requestId, period, call.signedIn());
  });
  registerContract(app, editFeature, (call) => {
    const { version, ...period } = call.body;
    return featured.edit({ ...call.params, version }, period, call.signedIn());
  });
  registerContract(app, endFeature, (call) =>
    featured.end({ ...call.params, version: call.body.version }, call.signedIn()),
  );
  registerContract(app, arrangeFeatures, (call) => featured.arrange(call.body, call.signedIn()));
}
