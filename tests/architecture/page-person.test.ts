import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What reaches our server from a page, other than by a link. */
const SENDS =
  /\bfetch\(|new XMLHttpRequest|\bsendBeacon\(|new EventSource|new WebSocket|\bio\(|method="post"/;
/** `refetch(`, `query.fetch(` and the like are the query library's. */
const OTHER_FETCH = /\.fetch\(|prefetch\(/g;
/** Says for whom the page was made. */
const SAYS = /\bpageHeaders\(\)|\bpagePerson\(\)/;

const sends = (source: string): boolean => SENDS.test(source.replace(OTHER_FETCH, ''));
const silent = (source: string): boolean => sends(source) && !SAYS.test(source);

/** Speak to programs on the person's own machine, or are the service worker, which belongs to no page. */
const ELSEWHERE = [/^client\/lib\/e-imzo\//, /^client\/app\/worker\//];

describe('what sends requests in a page', () => {
  const files = globSync('client/**/*.{ts,tsx}').filter((file) => !ELSEWHERE.some((each) => each.test(file)));

  it('says for whom the page was made', () => {
    expect(files.filter((file) => silent(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('is found by this test', () => {
    const found = files.filter((file) => sends(readFileSync(file, 'utf8')));
    expect(found).toContain('client/lib/api-client.ts');
    expect(found).toContain('client/lib/upload/send-file.ts');
    expect(found).toContain('client/lib/download.ts');
    expect(found).toContain('client/lib/auction-socket/connection.ts');
    for (const planted of [
      "await fetch('/x')",
      'new XMLHttpRequest()',
      'navigator.sendBeacon(a)',
      '<form method="post">',
    ])
      expect(silent(planted)).toBe(true);
    expect(silent('void query.fetch()')).toBe(false);
  });
});
