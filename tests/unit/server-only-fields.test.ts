import { describe, expect, it } from 'vitest';
import { dropServerOnlyFields } from '#client/server-only-fields.ts';

/** What is left of a file in the client's build. */
function left(code: string): string {
  const { transform } = dropServerOnlyFields();
  if (typeof transform !== 'object') throw new Error('the plugin does not transform');
  const answer = (transform.handler as unknown as (code: string) => { code: string })(code);
  return answer.code.replaceAll(/\s+/g, ' ');
}

describe('the fields that only the server reads', () => {
  it('leave contracts, also where a constant brings them', () => {
    expect(
      left(`const OF_STAFF = { tag: 'console', access: 'staff' };
        const MORE = { ...OF_STAFF, rateLimit: null };
        const GET = { method: 'get', tag: 'lots' };
        contract({ ...OF_STAFF, ...MORE, ...GET, path: '/api/a', query: any });`),
    ).toMatch(/contract\(\{ \.\.\.GET, path: '\/api\/a', \}\)/);
  });

  it('leave routes, but not with the constants they spread', () => {
    expect(
      left(`const OPEN = { access: 'everyone' };
        const UNSEEN = { head: 'other', data: [] };
        route({ ...OPEN, ...UNSEEN, path: '/a', access: 'staff', source: 'a.tsx', head: 'home', data: [] });`),
    ).toMatch(/route\(\{ \.\.\.OPEN, \.\.\.UNSEEN, path: '\/a', access: 'staff', \}\)/);
  });

  it('stay in calls of anything else, whatever its name', () => {
    const code = `toString({ name: 'a', ...{} }); valueOf({ data: 1 }); constructor({ body: 2 }); other({ access: 3 });`;
    expect(left(code)).toBe(code);
  });
});
