import type { Plugin } from 'vite';

interface Chunk {
  fileName: string;
  /** File names of the chunks that are evaluated before this one. */
  imports: readonly string[];
}

/** One circle of chunks, the first one again at its end; null: there is none. */
export function circleOfChunks(chunks: readonly Chunk[]): string[] | null {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const left = new Set<string>();

  function follow(name: string, way: readonly string[]): string[] | null {
    const met = way.indexOf(name);
    if (met >= 0) return [...way.slice(met), name];
    if (left.has(name)) return null;
    for (const next of importsOf.get(name) ?? []) {
      const circle = follow(next, [...way, name]);
      if (circle) return circle;
    }
    left.add(name);
    return null;
  }

  for (const { fileName } of chunks) {
    const circle = follow(fileName, []);
    if (circle) return circle;
  }
  return null;
}

/**
 * Fails a build whose chunks import each other in a circle: which of them is evaluated first depends on the page, and one
 * that needs a constant of the other at once finds it undefined there.
 */
export function refuseCircularChunks(): Plugin {
  return {
    name: 'refuse-circular-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const circle = circleOfChunks(chunks);
      if (circle) this.error(`chunks import each other: ${circle.join(' -> ')}`);
    },
  };
}
