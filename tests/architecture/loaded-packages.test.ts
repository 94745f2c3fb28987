import { describe, expect, it } from 'vitest';
import { copiesOfImage } from './dockerfile.ts';
import { loadedFrom } from './loaded-packages.ts';
import { projectFile, projectFiles } from './project-files.ts';

const { dependencies } = JSON.parse(projectFile('package.json')) as {
  dependencies: Record<string, string>;
};
const product = projectFiles(['server', 'shared', 'migrations'], ['.ts']);

/** One line for each package that an installation without development packages would lack. */
const lacking = ({ packages }: ReturnType<typeof loadedFrom>): string[] =>
  [...packages].filter(([name]) => !(name in dependencies)).map(([name, file]) => `${file} loads ${name}`);

describe('what the server loads', () => {
  const loaded = loadedFrom(product.keys(), projectFile);

  it('comes from packages that an installation has', () => {
    expect(loaded.packages.size).toBeGreaterThan(20);
    expect(lacking(loaded)).toEqual([]);
  });

  it('is copied into the image', () => {
    const copied = copiesOfImage(projectFile('Dockerfile'));
    const missing = [...loaded.files].filter(
      (file) => !copied.some(({ from }) => file === from || file.startsWith(`${from}/`)),
    );
    expect(missing).toEqual([]);
  });

  it('is followed through files, and types are left out', () => {
    const texts: Record<string, string> = {
      'server/a.ts': `import './b.ts'; import type { Page } from 'playwright'; import fs from 'node:fs';`,
      'server/b.ts': `export { c } from '#shared/c.ts'; export type * from 'typescript';`,
      'shared/c.ts': `export const c = () => import('vitest/node');`,
    };
    const planted = loadedFrom(['server/a.ts'], (file) => texts[file] ?? '');
    expect([...planted.files]).toEqual(['server/a.ts', 'server/b.ts', 'shared/c.ts']);
    expect(lacking(planted)).toEqual(['shared/c.ts loads vitest']);
  });
});
