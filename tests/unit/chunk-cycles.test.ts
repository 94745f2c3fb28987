import { expect, it } from 'vitest';
import { chunkCycle } from '#client/chunk-cycles.ts';

const chunks = (all: Record<string, readonly string[]>) =>
  new Map(
    Object.entries(all).map(([name, imports]) => [
      `${name}.js`,
      { name, imports: imports.map((each) => `${each}.js`) },
    ]),
  );

it('finds the calls that load a chunk which loads the calls', () => {
  const cycle = chunkCycle(
    chunks({ base: [], calls: ['base', 'more'], more: ['icons', 'calls'], icons: ['base'] }),
  );
  expect(cycle).toEqual(['calls', 'more', 'calls']);
});

it('lets components of two chunks use each other', () => {
  expect(chunkCycle(chunks({ calls: [], dialog: ['more', 'calls'], more: ['dialog', 'calls'] }))).toBeNull();
});
