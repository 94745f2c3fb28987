import { describe, expect, test } from 'vitest';
import { projectFile, projectFiles } from '../../architecture/project-files.ts';

/** Promises that hold by what the sources do not contain. */

const server = [...projectFiles(['server'], ['.ts'])].filter(
  // The demo's staff and bots call this very server, at the address it listens on.
  ([file]) => !file.startsWith('server/demo/') && file !== 'server/processes/demo-operator.ts',
);
const client = [...projectFiles(['client'], ['.ts', '.tsx'])];

/** Files in which the words stand, for a message that says where. */
const filesWith = (files: readonly (readonly [string, string])[], words: RegExp) =>
  files.filter(([, text]) => words.test(text)).map(([file]) => file);

describe('calls to other servers', () => {
  test('follow no redirect, which could lead into our own network', () => {
    const calls = server.flatMap(([file, text]) =>
      [...text.matchAll(/(?<![.\w])fetch\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)/g)].map(
        ([call]) => [file, call] as const,
      ),
    );
    expect(calls.length).toBeGreaterThan(4);
    for (const [file, call] of calls) expect(call, file).toMatch(/redirect: '(error|manual)'/);
  });

  test('go to addresses of the settings, never to one of a request', () => {
    const taken = /fetch\([^)]*\b(req|body|query|params|call)\b\.(?!signal)/;
    expect(filesWith(server, taken)).toEqual([]);
  });
});

describe('pages', () => {
  test('write every text as text: nothing is parsed as HTML or run as code', () => {
    expect(client.length).toBeGreaterThan(100);
    const parsed =
      /dangerouslySetInnerHTML|\.innerHTML\s*=|\.outerHTML\s*=|insertAdjacentHTML|document\.write\(|srcDoc=|\beval\(|new Function\(/;
    expect(filesWith(client, parsed)).toEqual([]);
  });

  test('keep no secret of a session where scripts can read it', () => {
    const stored = /(local|session)Storage\.setItem\([^)]*(token|secret|password|session['"`])/i;
    expect(filesWith(client, stored)).toEqual([]);
  });
});

describe('the parts others make', () => {
  const { packages } = JSON.parse(projectFile('package-lock.json')) as {
    packages: Record<string, { version?: string }>;
  };
  /** The first version without the known hole. */
  const SOUND: Record<string, string> = {
    'socket.io': '4.6.2',
    'socket.io-parser': '4.2.3',
    'engine.io': '6.4.2',
    sharp: '0.35.0',
  };
  const isAtLeast = (version: string, least: string) => {
    const [mine = [], theirs = []] = [version, least].map((each) => each.split('.').map(Number));
    const at = theirs.findIndex((part, place) => part !== mine[place]);
    return at === -1 || (mine[at] ?? 0) > (theirs[at] ?? 0);
  };

  test.each(Object.entries(SOUND))('%s is %s or newer, wherever it is', (name, least) => {
    const found = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
    expect(found.length).toBeGreaterThan(0);
    for (const [place, { version = '0.0.0' }] of found)
      expect(isAtLeast(version, least), `${place} is ${version}`).toBe(true);
  });

  test('are compared number by number', () => {
    expect(isAtLeast('4.10.0', '4.6.2')).toBe(true);
    expect(isAtLeast('4.6.2', '4.6.2')).toBe(true);
    expect(isAtLeast('4.6.1', '4.6.2')).toBe(false);
    expect(isAtLeast('3.9.9', '4.6.2')).toBe(false);
  });
});

test('docs/tried-attacks.md names tests that exist', () => {
  const named = [
    ...projectFile('docs/tried-attacks.md').matchAll(/`(tests\/[^`]+)`((?:,? "[^"]+")+)/g),
  ].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => [file, name] as const),
  );
  expect(named.length).toBeGreaterThan(80);
  const missing = named.filter(([file, name]) => !projectFile(file).includes(name));
  expect(missing).toEqual([]);
});
