import type { CommittedMessage } from '#server/auction/index.ts';

type Listener = (messages: readonly CommittedMessage[]) => void;

/**
 * From a journal to the rooms of the same process, past Redis: an answer is a hop sooner. Processes without a journal
 * read the committed feed alone, and so do these; what arrives twice is known by its sequence.
 */
export interface LocalCommits {
  announce: Listener;
  listen(listener: Listener): void;
}

export function createLocalCommits(): LocalCommits {
  const listeners: Listener[] = [];
  return {
    announce(messages) {
      for (const listener of listeners) listener(messages);
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
