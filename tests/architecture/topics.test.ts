import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import { topicProblems } from './tidy/topics.ts';

describe('outbox topics', () => {
  it('have a listener each, and are stated where their domain says what it announces', () => {
    const files = projectFiles(['server'], ['.ts']);
    expect([...files.keys()].filter((file) => file.endsWith('.events.ts')).length).toBeGreaterThan(10);
    expect(topicProblems(files)).toEqual([]);
  });

  const EVENTS = [
    'server/domains/trade/lots/lots.events.ts',
    "export const LOT_EVENTS = {\n  /** Sold. */\n  sold: 'lot.sold',\n} as const;",
  ] as const;
  const LISTENER = 'listeners: () => ({ [LOT_EVENTS.sold]: [] })';

  it('without a listener are seen', () => {
    const problem = 'server/domains/trade/lots/lots.events.ts: no module listens to lot.sold';
    expect(topicProblems(new Map([EVENTS]))).toEqual([problem]);
    expect(topicProblems(new Map([EVENTS, ['server/domains/trade/lots/sell.ts', LISTENER]]))).toEqual([
      problem,
    ]);
    expect(topicProblems(new Map([EVENTS, ['server/workflows/selling/sell.module.ts', LISTENER]]))).toEqual(
      [],
    );
  });

  it.each([
    ['in SQL', "query(`insert into outbox (topic, payload) values ('lot.sold', '{}')`)"],
    ['in a call', "await writeOutbox(tx, {\n  topic: 'lot.sold',\n  payload: {},\n})"],
  ])('that are written out %s are seen', (_how, source) => {
    expect(topicProblems(new Map([['server/domains/trade/lots/sell.ts', source]]))).toEqual([
      'server/domains/trade/lots/sell.ts writes an outbox topic out',
    ]);
  });
});
