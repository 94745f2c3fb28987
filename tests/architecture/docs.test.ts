import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUSE } from './floors.ts';
import { projectFile, projectFiles } from './project-files.ts';
import { deadLinks } from './tidy/links.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const pages = projectFiles(['.'], ['.md']);
const scripts = (JSON.parse(projectFile('package.json')) as { scripts: Record<string, string> }).scripts;

/** Commands of npm in a text that package.json does not have. */
const unknownCommands = (source: string): string[] =>
  [...source.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)]
    .map(([, run, short]) => run ?? short!)
    .filter((name) => !(name in scripts));

describe('READMEs and docs', () => {
  it('link to what is there', () => {
    expect(pages.size).toBeGreaterThan(15);
    expect(deadLinks(pages, (file) => existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('name commands that are there', () => {
    expect(
      [...pages].flatMap(([file, source]) => unknownCommands(source).map((name) => [file, name])),
    ).toEqual([]);
    expect(unknownCommands('npm run bench -- x, npm run no-such')).toEqual(['no-such']);
  });

  it('with dead links are seen', () => {
    const planted = new Map([
      [
        'README.md',
        '# A\n[b](docs/b.md#old-name) [c](docs/c.md) [site](https://example.org)\n[d](docs/b.md#the-new-name)',
      ],
      ['docs/b.md', '# The `new` name\n[a](../README.md#a)\n```\n[x](nowhere.md)\n```'],
    ]);
    expect(deadLinks(planted, (file) => planted.has(file))).toEqual([
      'README.md:2: docs/b.md has no heading #old-name',
      'README.md:2: there is no docs/c.md',
    ]);
  });
});

describe('the floors in docs/architecture.md', () => {
  const drawn = (text: string): string[] =>
    (/## Floors\n\n```\n([\s\S]*?)```/.exec(text)?.[1] ?? '')
      .split('\n')
      .filter((line) => /^ ?\d/.test(line));
  /** Names of a floor that its line does not have: floor 1 is the lowest. */
  const missing = (text: string): string[] => {
    const lines = drawn(text);
    return HOUSE.flatMap((floor, at) => {
      const line = lines.find((one) => Number(/^ ?\d+/.exec(one)?.[0]) === at + 1) ?? '';
      return floor
        .map((place) => place.replace(/^server\/|^domains\/\*\//, '').replace(/\/\*\/$|\/$|\.ts$/g, ''))
        .map((name) => name.replace('domains/*/', ''))
        .filter(
          (name) =>
            !line
              .slice(3)
              .split(/[\s*]+/)
              .includes(name),
        )
        .map((name) => `${at + 1}: ${name}`);
    });
  };

  it('are those that the rules read', () => {
    const text = projectFile('docs/architecture.md');
    expect(drawn(text)).toHaveLength(HOUSE.length);
    expect(missing(text)).toEqual([]);
    expect(missing(text.replace(' orders lots ', ' orders '))).toEqual(['6: lots']);
  });
});
