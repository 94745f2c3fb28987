import { z } from 'zod';
import { calendarDay } from './calendar-day.ts';
import { contract } from './contract.ts';

/** The six help pages, by the last part of their address /info/{page}. */
export const HELP_PAGES = [
  'participating',
  'deposite-adjunction',
  'refund-money',
  'bid-lot',
  'check-winner-protocol',
  'buy-one-click',
] as const;
export type HelpPageName = (typeof HELP_PAGES)[number];

/** Part of a help page. Texts are plain: no markup, links only as blocks of their own. */
export const pageBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.string()).min(1),
    rows: z.array(z.array(z.string())).min(1),
  }),
  /** `href` is a path of this site, or another site over https (`shared/content/safe-link.ts` decides). */
  z.object({ kind: z.literal('link'), text: z.string(), href: z.string().regex(/^(\/|https:)/) }),
]);
export type PageBlock = z.infer<typeof pageBlockSchema>;

const helpPageSchema = z.object({
  page: z.enum(HELP_PAGES),
  title: z.string(),
  summary: z.string(),
  /** Day the text was last changed. */
  updatedOn: calendarDay,
  blocks: z.array(pageBlockSchema),
});
export type HelpPage = z.infer<typeof helpPageSchema>;

/** In the named language, otherwise the caller's; figures are those of the rule sets in force now. */
export const pageContent = contract({
  name: 'pages.content',
  refusals: {},
  method: 'get',
  path: '/api/shop/dictionaries/page-content',
  summary: 'A help page',
  tag: 'reference',
  access: 'public',
  rateLimit: { perMinute: 120 },
  query: z.object({ page: z.enum(HELP_PAGES), lang: z.enum(['uz', 'ru', 'uz-cyrl', 'en']).optional() }),
  answer: helpPageSchema,
});

export const pageContracts = [pageContent];
