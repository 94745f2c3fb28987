import { createElement, lazy, useState, type ComponentType } from 'react';
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

async function loadTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    // Retried once: mobile networks drop single requests.
    await pause(RETRY_AFTER_MS);
    return load();
  }
}

const loading = new Set<Promise<unknown>>();

/** Loads a part of the client; one silent second try (a dropped connection), then the error reaches the boundary. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const work = withTimeout(loadTwice(load));
  const done = () => void loading.delete(work);
  loading.add(work);
  work.then(done, done);
  return work;
}

/** The parts that are being loaded at this moment, for who draws a page in one go; they may reject. */
export const partsInLoading = (): Promise<unknown>[] => [...loading];

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component with its texts, once both are there; `preload` resolves in any case: the real load tries again and tells. */
export function partWithTexts<Props extends object>(load: Load<Props>, namespaces: readonly string[]) {
  let ready: ComponentType<Props> | null = null;
  const loadBoth = async () => {
    const [part] = await Promise.all([load(), loadNamespaces(namespaces)]);
    ready = part.default;
    return part;
  };
  return {
    ready: () => ready,
    /** Each call loads again. */
    component: () => lazy(() => loadPart(loadBoth)) as unknown as ComponentType<Props>,
    preload: async (): Promise<void> => void (await loadBoth().catch(() => undefined)),
  };
}

/**
 * A screen (or dialog) in its own chunk. `namespaces` names its texts beside the core ones; they come together with it.
 * `preload` starts loading before it is shown (a pointer over the link).
 */
export function lazyScreen<Props extends object>(load: Load<Props>, namespaces: readonly string[] = []) {
  const { ready, component, preload } = partWithTexts(load, namespaces);
  const Lazy = component();
  // A screen that is loaded already is rendered at once: a lazy one would show its placeholder first.
  const Screen = (props: Props) => {
    const [Part] = useState(() => ready() ?? Lazy);
    return createElement(Part, props);
  };
  return Object.assign(Screen, { preload });
}
