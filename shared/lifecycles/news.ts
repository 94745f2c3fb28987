import { START, type Lifecycle } from './lifecycle.ts';

export const NEWS_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type NewsState = (typeof NEWS_STATES)[number];

export const NEWS = {
  name: 'news',
  about: 'A news article of the platform.',
  column: null,
  states: NEWS_STATES,
  // A withdrawn article can be published again.
  final: [],
  means: {
    draft: 'never published',
    scheduled: 'will be public at its instant',
    published: 'public',
    withdrawn: 'taken off the site',
  },
  events: {
    create: {
      from: START,
      to: 'draft',
      by: ['writeNews'],
      calls: [{ contract: 'console.news-create' }],
    },
    schedule: {
      from: ['draft', 'scheduled', 'withdrawn'],
      to: 'scheduled',
      by: ['writeNews'],
      calls: [{ contract: 'console.news-publish' }],
    },
    publish: {
      from: ['draft', 'scheduled', 'withdrawn'],
      to: 'published',
      by: ['writeNews'],
      calls: [{ contract: 'console.news-publish' }],
    },
    appear: {
      from: ['scheduled'],
      to: 'published',
      by: ['system'],
      calls: [],
      deadline: { at: 'news_item.publish_at', sweep: 'reading' },
    },
    withdraw: {
      from: ['scheduled', 'published'],
      to: 'withdrawn',
      // One that waits in the words of somebody who has left.
      by: ['writeNews', 'system'],
      calls: [{ contract: 'console.news-withdraw' }, { job: 'call off news of former staff' }],
    },
  },
} as const satisfies Lifecycle;
