import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../deploy/nginx');
const proxies = readdirSync(FOLDER)
  .map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')] as const)
  .filter(([, text]) => text.includes('proxy_pass'));

test('the samples of proxies are found', () => {
  expect(proxies.map(([name]) => name).toSorted()).toEqual(['savdo.conf', 'sign-in.conf']);
});

test.each(proxies)('%s names each request itself, in place of what a visitor names', (_, text) => {
  const headers = [...text.matchAll(/^( *)proxy_set_header (\S+) (\S+);$/gm)];
  expect(headers.map(([, , name, value]) => `${name} ${value}`)).toContain('X-Request-Id $request_id');
  // A header set in a block of its own would take away all those of the block around it.
  expect(new Set(headers.map(([, indent]) => indent)).size).toBe(1);
});
