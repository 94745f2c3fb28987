import { create } from 'zustand';

/** How many actions of this page were carried out although an address is shared; each is shown once. */
export const useConflictsNoted = create<{ count: number }>(() => ({ count: 0 }));

/** Called for an answer that says so. */
export const announceConflictNoted = (): void =>
  useConflictsNoted.setState(({ count }) => ({ count: count + 1 }));
