import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 800px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is as wide as a phone's now; the server renders for a wide one. */
export const isNarrow = (): boolean => typeof window !== 'undefined' && window.matchMedia(NARROW).matches;

/** The same for a part that is rendered again when it changes; false until hydration. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, () => false);
