import type { ConsolePage } from '../routes/console.ts';

/** The console's menu: its groups in their order, and the pages of each. */
export const PAGE_GROUPS = {
  overview: [
    'today',
    'tasks',
    'decisions',
    'incidents',
    'anomaly-flags',
    'system',
    'figures',
    'ended-auctions',
  ],
  trade: [
    'rooms',
    'orders',
    'order-imports',
    'applications',
    'purchases',
    'lot-questions',
    'viewings',
    'refused-attempts',
    'repeats',
  ],
  sales: ['settlements', 'protocols', 'offers', 'protests', 'result-cancellations', 'hand-overs'],
  money: ['payouts', 'refunds', 'payments', 'bank-statements', 'debts'],
  people: [
    'accounts',
    'edit-requests',
    'number-claims',
    'bars',
    'bar-proposals',
    'conflicts',
    'invitations',
    'rights',
    'action-log',
  ],
  site: [
    'contact',
    'contact-templates',
    'news',
    'help-pages',
    'message-texts',
    'banners',
    'featured-lots',
    'partners',
    'consents',
    'webhooks',
  ],
  reference: ['categories', 'lists', 'rule-sets', 'base-amounts', 'calendar', 'places', 'banks'],
} as const satisfies Record<string, readonly ConsolePage[]>;

export type PageGroup = keyof typeof PAGE_GROUPS;

interface ShownGroup {
  group: PageGroup;
  pages: readonly ConsolePage[];
}

/** The groups that have pages of the person, with those pages; their order is the menu's. */
export const groupsOf = (pages: readonly ConsolePage[]): ShownGroup[] =>
  (Object.keys(PAGE_GROUPS) as PageGroup[]).flatMap((group) => {
    const own = PAGE_GROUPS[group].filter((page) => pages.includes(page));
    return own.length === 0 ? [] : [{ group, pages: own }];
  });
