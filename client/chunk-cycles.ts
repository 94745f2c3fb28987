import type { Plugin } from 'vite';

/** Chunks whose modules make values of others' values as soon as they are evaluated; the rest only call each other later. */
const EVALUATED: readonly string[] = ['base', 'react', 'calls', 'auction-rules', 'icons'];

type Chunks = ReadonlyMap<string, { name: string; imports: readonly string[] }>;

/**
 * A cycle of static imports through a chunk that is evaluated at once, as names in order; null: there is none. Whichever
 * chunk of such a cycle comes first finds the values of the others undefined, and its page does not open.
 * @param chunks by their file names
 */
export function chunkCycle(chunks: Chunks): string[] | null {
  for (const [start, { name, imports }] of chunks) {
    if (!EVALUATED.includes(name)) continue;
    const seen = new Set<string>();
    const ways = imports.map((file) => [start, file]);
    for (let way = ways.pop(); way; way = ways.pop()) {
      const file = way.at(-1)!;
      if (file === start) return way.map((each) => chunks.get(each)!.name);
      if (seen.has(file)) continue;
      seen.add(file);
      for (const next of chunks.get(file)?.imports ?? []) ways.push([...way, next]);
    }
  }
  return null;
}

/** Ends the build of the browser's files when such chunks import each other in a circle. */
export function refuseChunkCycles(): Plugin {
  return {
    name: 'refuse-chunk-cycles',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((part) =>
          part.type === 'chunk' ? [[part.fileName, part] as const] : [],
        ),
      );
      const cycle = chunkCycle(chunks);
      if (cycle) this.error(`chunks import each other: ${cycle.join(' → ')}`);
    },
  };
}
