import { expect, test } from 'vitest';
import { projectFile } from './project-files.ts';

/** What asks for no more than that its text goes along. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
];

/** Packages with another licence, or that name none to npm, and why they may be used. */
const OTHERS: readonly (readonly [name: RegExp, licence: string | null, why: string])[] = [
  [
    /^@img\/sharp-/,
    'LGPL-3.0-or-later',
    'libvips is a library of its own that is loaded when the program runs',
  ],
  [/^axe-core$/, 'MPL-2.0', 'judges pages in tests, unchanged'],
  [/^lightningcss(?:-|$)/, 'MPL-2.0', 'minifies style sheets in the build, unchanged'],
  [/^web-push$/, 'MPL-2.0', 'encrypts and signs messages to browsers, unchanged in a file of its own'],
  [/^@fontsource-variable\/onest$/, 'OFL-1.1', 'a font, served unchanged under its name'],
  [
    /^dejavu-fonts-ttf$/,
    'SEE LICENSE IN README.md AND LICENSE',
    'a font of the Bitstream Vera licence, unchanged',
  ],
  [
    /^(?:busboy|streamsearch|xmlhttprequest-ssl|ssh2|cpu-features|buildcheck)$/,
    null,
    'MIT, in the older field "licenses"',
  ],
  [/^png-js$/, null, 'MIT, in its LICENSE'],
];

interface LockedPackage {
  license?: string;
}

const packages = (lock: string): [string, LockedPackage][] =>
  Object.entries((JSON.parse(lock) as { packages: Record<string, LockedPackage> }).packages).flatMap(
    ([path, of]): [string, LockedPackage][] =>
      path === '' ? [] : [[path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), of]],
  );

/** Every part of an AND is allowed, and one part of an OR. */
function isAllowed(name: string, licence: string | undefined): boolean {
  const others = OTHERS.filter(([pattern]) => pattern.test(name)).map(([, other]) => other);
  if (licence === undefined) return others.includes(null);
  if (others.includes(licence)) return true;
  return licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => PERMISSIVE.includes(one) || others.includes(one)));
}

const refused = (lock: string): string[] =>
  packages(lock)
    .filter(([name, { license }]) => !isAllowed(name, license))
    .map(([name, { license }]) => `${name}: ${license ?? 'names no licence'}`);

test('every package has a licence under which a ministry may use and pass on the product', () => {
  expect(refused(projectFile('package-lock.json'))).toEqual([]);
});

test('a licence with conditions on who uses it, one that is not named, and one half of an AND are found', () => {
  const planted = {
    packages: {
      '': {},
      'node_modules/a': { license: 'Hippocratic-2.1' },
      'node_modules/b': {},
      'node_modules/c/node_modules/d': { license: '(MIT AND AGPL-3.0-only)' },
      'node_modules/e': { license: '(AGPL-3.0-only OR MIT)' },
    },
  };
  expect(refused(JSON.stringify(planted))).toEqual([
    'a: Hippocratic-2.1',
    'b: names no licence',
    'd: (MIT AND AGPL-3.0-only)',
  ]);
});

test('every exception is still needed', () => {
  const names = packages(projectFile('package-lock.json')).map(([name]) => name);
  expect(OTHERS.filter(([pattern]) => !names.some((name) => pattern.test(name)))).toEqual([]);
});

test('the texts of licences of what pages consist of are built with them', () => {
  expect(projectFile('client/vite.config.ts')).toContain("license: { fileName: 'licences.md' }");
});
