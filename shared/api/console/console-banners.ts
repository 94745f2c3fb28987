import { z } from 'zod';
import { BANNER_PLACES, BANNER_TONES } from '../../content/banners.ts';
import { nameInputUpTo } from '../../content/names.ts';
import { isSafeLink } from '../../content/safe-link.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { SHORT_ID_MAX, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Those that are shown, or will be, at a time. */
export const BANNERS_MAX = 20;
/** Longest text of one, in characters. */
export const BANNER_TEXT_MAX = 300;

export const BANNER_STATES = ['shown', 'planned', 'over', 'hidden'] as const;
const BANNER_ACTIONS = ['create', 'edit', 'hide', 'show'] as const;

const consoleBannerSchema = z.object({
  id: uuid,
  version: z.int(),
  words: localizedTextSchema,
  /** Where it leads: a path of this site, or another site. */
  link: z.string().nullable(),
  tone: z.enum(BANNER_TONES),
  place: z.enum(BANNER_PLACES),
  fromMs: z.int(),
  /** The first moment at which it is not shown any more. */
  untilMs: z.int(),
  hidden: z.boolean(),
  state: z.enum(BANNER_STATES),
  /** The newest first. */
  changes: z.array(
    z.object({
      version: z.int(),
      action: z.enum(BANNER_ACTIONS),
      by: z.string(),
      atMs: z.number(),
    }),
  ),
});
export type ConsoleBanner = z.infer<typeof consoleBannerSchema>;

/** Those that begin last come first. */
export const consoleBanners = contract({
  name: 'console.banners',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/banners',
  summary: 'Banners of the site, hidden, future and past ones too',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    state: z.enum(BANNER_STATES).optional(),
    place: z.enum(BANNER_PLACES).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({ items: z.array(consoleBannerSchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** Up to the end of the century: the database counts no instant as far as numbers reach. */
const instant = z
  .int()
  .min(0)
  .max(Date.UTC(2100, 0, 1));

export const storeBanner = contract({
  name: 'console.banner-store',
  method: 'put',
  path: '/api/console/banners/:id',
  summary: 'Add, change, hide or show a banner',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  /** Concerns no person. */
  subject: 'none',
  rateLimit: { perMinute: 60 },
  params: z.object({ id: uuid }),
  body: z.strictObject({
    /** The newest one that was read; 0: it is new. */
    version: z.int().min(0).max(SHORT_ID_MAX),
    words: nameInputUpTo(BANNER_TEXT_MAX),
    link: z.string().trim().refine(isSafeLink, 'link').nullable(),
    tone: z.enum(BANNER_TONES),
    place: z.enum(BANNER_PLACES),
    fromMs: instant,
    untilMs: instant,
    hidden: z.boolean(),
  }),
  answer: consoleBannerSchema,
  refusals: {
    409: ['console-banners.changed'],
    422: ['console-banners.times', 'console-banners.too-many'],
  },
});

export const consoleBannerContracts = [consoleBanners, storeBanner];
