import type { AuctionState, CommittedMessage } from '#server/auction/index.ts';

type Listener = (messages: readonly CommittedMessage[]) => void;

/**
 * What a journal and the rooms of the same process tell each other past Redis: the rooms which calls append to the log,
 * the journal what is committed. An answer is two hops sooner. Processes without a journal read the committed feed alone,
 * and so do these; what arrives twice is known by its sequence.
 */
export interface LocalCommits {
  announce: Listener;
  listen(listener: Listener): void;
  /** Bids are placed over this state. */
  offersOver(state: AuctionState): void;
  /** Called with each state bids are placed over, also those named before. */
  prefetchLog(read: (state: AuctionState) => void): void;
}

export function createLocalCommits(): LocalCommits {
  const listeners: Listener[] = [];
  const states: AuctionState[] = [];
  const readers: ((state: AuctionState) => void)[] = [];
  return {
    announce(messages) {
      for (const listener of listeners) listener(messages);
    },
    listen(listener) {
      listeners.push(listener);
    },
    offersOver(state) {
      states.push(state);
      for (const read of readers) read(state);
    },
    prefetchLog(read) {
      readers.push(read);
      for (const state of states) read(state);
    },
  };
}
