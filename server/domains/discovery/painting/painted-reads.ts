/** Names of the contracts whose answers a painting may show: what every visitor reads, the same for all. */
export const PAINTED_READS: readonly string[] = [
  ...['lots.list', 'lots.list-counter', 'lots.active-list', 'lots.details', 'lots.result', 'lots.featured'],
  ...['lots.tab-details', 'lots.sub-list', 'trade-applications.room-base'],
  ...[
    'reference.regions',
    'reference.categories',
    'reference.groups',
    'reference.dynamic-list',
    'pages.content',
    ...['news.list', 'news.article'],
  ],
  ...['site.info', 'site.payment-list', 'site.partners'],
];
