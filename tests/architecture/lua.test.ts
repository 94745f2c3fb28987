import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTS } from '#server/auction/state/scripts.ts';
import { projectFiles } from './project-files.ts';
import { contractOf, leftInLibrary, luaProblems, namedTwice, unusedIncludes } from './tidy/lua.ts';

const FOLDER = 'server/auction/state/scripts';
const all = projectFiles([FOLDER], ['.lua']);
const byName = (folder: string) =>
  new Map(
    [...all].flatMap(([file, source]) =>
      path.dirname(file) === folder ? [[path.basename(file, '.lua'), source] as const] : [],
    ),
  );
const scripts = byName(FOLDER);
const includes = byName(`${FOLDER}/include`);

describe('the auction’s scripts', () => {
  it.each([...scripts])('%s opens with its contract and keeps to it', (name, source) => {
    expect(luaProblems(name, source, includes)).toEqual([]);
  });

  it('are all registered, each with as many keys and arguments as its header names', () => {
    const promised = [...scripts].map(([name, source]) => {
      const { keys, args } = contractOf(source);
      return [name, { keys, args }] as const;
    });
    const registered = Object.entries(SCRIPTS).map(
      ([name, { keys, args }]) => [name, { keys, args: args.length }] as const,
    );
    expect(Object.fromEntries(promised)).toEqual(Object.fromEntries(registered));
  });

  it('leave no include unused', () => {
    expect(scripts.size).toBeGreaterThan(10);
    expect(unusedIncludes(scripts, includes)).toEqual([]);
  });

  it('leave nothing of a call in the library, which outlives it', () => {
    const stays = leftInLibrary(new Map([...scripts, ...includes]));
    // Redis lends these to the first call.
    expect(stays).toEqual(['library: format, match, sub = lent()']);
    const careless = new Map([
      ['a', 'local now\nlocal function go(room)\n  now = room.at\n  local then_ = 1\nend'],
      ['b', 'local seen, left = {}, 2\nreturn function(KEYS)\n  seen[KEYS[1]] = true\n  room.left = 3\nend'],
    ]);
    expect(leftInLibrary(careless)).toEqual(['a: now = room.at', 'b: seen[KEYS[1]] = true']);
  });

  it('give each name of the library to one thing', () => {
    expect(namedTwice(includes)).toEqual([]);
    expect(
      namedTwice(
        new Map([
          ['a', 'local function go() end'],
          ['b', 'local stay, go = 1'],
        ]),
      ),
    ).toEqual(['go']);
  });

  it('ask Redis for the time and take none from a caller, but for the clock of a replay', () => {
    for (const [name, source] of scripts) {
      if (name === 'set-clock') continue;
      expect(source, name).not.toMatch(/\bnow\s*=\s*tonumber\(ARGV/);
    }
  });

  it('read the number of keys and arguments from a header', () => {
    const source =
      "-- Judges one offer.\n-- KEYS 1 lot, 2 bidders,\n-- 3 log. ARGV 1 lot id, 2 epoch or ''.\n-- Result: {0}.\nreturn 0";
    expect(contractOf(source)).toMatchObject({
      purpose: 'Judges one offer.',
      keys: 3,
      args: 2,
      hasResult: true,
    });
  });

  it('that break their contract are seen', () => {
    const part = new Map([['room', 'local x = redis.call("GET", KEYS[4])']]);
    const source =
      '-- Judges one offer.\n-- KEYS 1 lot, 2 bidders. ARGV 1 lot id.\n--#include room\nreturn ARGV[2]';
    expect(luaProblems('place', source, part)).toEqual([
      'place: does not say its result',
      'place: uses KEYS[4], its header names 2',
      'place: uses ARGV[2], its header names 1',
    ]);
    expect(() => luaProblems('place', '-- Judges an offer.\n--#include gone', part)).toThrow(
      'no include gone',
    );
    expect(unusedIncludes(new Map([['place', 'return 1']]), part)).toEqual(['room']);
  });
});
