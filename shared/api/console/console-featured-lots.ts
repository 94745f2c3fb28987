import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { idField, uuid, versionInBody } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Places that are not over, at most. The first page shows the first twelve. */
export const FEATURED_LIMIT = 60;
/** Longest time of a lot among the featured ones, in days. */
export const FEATURED_DAYS_MAX = 366;

/** `paused`: its time is now, and the lot is not on trade. */
const FEATURE_STATES = ['shown', 'planned', 'paused', 'over'] as const;

const consoleFeatureSchema = z.object({
  id: z.int(),
  version: z.int(),
  lot: z.object({ id: z.int(), number: z.string(), title: localizedTextSchema }),
  fromMs: z.number(),
  untilMs: z.number(),
  state: z.enum(FEATURE_STATES),
  /** The newest first; empty for one that the platform chose itself. */
  changes: z.array(
    z.object({
      version: z.int(),
      action: z.enum(['create', 'edit', 'end']),
      by: z.string(),
      atMs: z.number(),
    }),
  ),
});
export type ConsoleFeature = z.infer<typeof consoleFeatureSchema>;

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  rateLimit: { perMinute: 60 },
} as const;
const ofLot = { kind: 'lot', param: 'lotId' } as const;
const instant = z.int().min(0).max(4_102_444_800_000);
/** `fromMs` null: at once. */
const period = { fromMs: instant.nullable(), untilMs: instant };

/** Those that are not over in the order of the first page, then the last thirty that are. */
export const consoleFeaturedLots = contract({
  name: 'console.featured-lots',
  refusals: {},
  method: 'get',
  path: '/api/console/featured-lots',
  summary: 'Lots that staff put forward on the first page',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
  answer: z.array(consoleFeatureSchema),
});

/** The last place. 404 for no such lot; 422 `featured.dates`, `featured.twice`, `featured.too-many`. */
export const featureLot = contract({
  ...staff,
  subject: ofLot,
  name: 'console.feature-lot',
  refusals: {
    404: ['lots.not-found', 'not-found'],
    422: ['featured.dates', 'featured.request-reused', 'featured.too-many', 'featured.twice'],
  },
  method: 'post',
  path: '/api/console/lots/:lotId/features',
  summary: 'Put a lot forward',
  params: z.object({ lotId: idField }),
  body: z.strictObject({ requestId: uuid, ...period }),
  answer: consoleFeatureSchema,
});

/** 409 `featured.changed` after a concurrent change, `featured.over` for one that is over; 422 `featured.dates`. */
export const editFeature = contract({
  ...staff,
  subject: ofLot,
  name: 'console.feature-edit',
  refusals: { 404: ['not-found'], 409: ['featured.changed', 'featured.over'], 422: ['featured.dates'] },
  method: 'put',
  path: '/api/console/lots/:lotId/features/:id',
  summary: 'Change how long a lot is put forward',
  params: z.object({ lotId: idField, id: idField }),
  body: z.strictObject({ version: versionInBody, ...period }),
  answer: consoleFeatureSchema,
});

/** At once. 409 `featured.changed`, `featured.over`. */
export const endFeature = contract({
  ...staff,
  subject: ofLot,
  name: 'console.feature-end',
  refusals: { 404: ['not-found'], 409: ['featured.changed', 'featured.over'] },
  method: 'post',
  path: '/api/console/lots/:lotId/features/:id/end',
  summary: 'Put a lot forward no longer',
  params: z.object({ lotId: idField, id: idField }),
  body: z.strictObject({ version: versionInBody }),
  answer: consoleFeatureSchema,
});

const ids = z.array(z.int().min(1)).min(1).max(FEATURED_LIMIT);

/** Of those that are not over. 409 `featured.changed` when `before` is not their order now. */
export const arrangeFeatures = contract({
  ...staff,
  subject: 'none',
  name: 'console.features-arrange',
  refusals: { 409: ['featured.changed'], 422: ['featured.other-entries'] },
  method: 'post',
  path: '/api/console/featured-lots/arrange',
  summary: 'Put featured lots in another order',
  body: z.strictObject({ before: ids, after: ids }),
  answer: z.object({ ids }),
});

export const consoleFeaturedLotContracts = [
  consoleFeaturedLots,
  // Before the calls that change which ones there are.
  arrangeFeatures,
  featureLot,
  editFeature,
  endFeature,
];
