import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** On the server, and in the render that takes over its HTML; false right after it, and in a part that the browser renders. */
export const useHydrating = (): boolean => useSyncExternalStore(never, no, yes);
