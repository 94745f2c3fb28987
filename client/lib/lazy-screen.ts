import { lazy, type ComponentType } from 'react';
import { loadNamespaces } from '#client/i18n/i18n.ts';

/** A chunk that has not come in this time never will: the person sees an error with a retry. */
const CHUNK_TIMEOUT_MS = 120_000;
const RETRY_AFTER_MS = 1_500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page took too long to load')), CHUNK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads a part of the client; one silent second try (a dropped connection), then the error reaches the boundary. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load());
  } catch {
    // Retried once: mobile networks drop single requests.
    await pause(RETRY_AFTER_MS);
    return withTimeout(load());
  }
}

/**
 * A screen (or dialog) in its own chunk. `namespaces` names its texts beside the core ones; they come together with it.
 * `preload` starts loading before it is shown (a pointer over the link).
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  namespaces: readonly string[] = [],
) {
  const loadBoth = async () => (await Promise.all([load(), loadNamespaces(namespaces)]))[0];
  const Screen = lazy(() => loadPart(loadBoth));
  return Object.assign(Screen, { preload: () => void loadBoth().catch(() => undefined) }); // the real load retries
}
