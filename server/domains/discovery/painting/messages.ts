import type { Language } from '#shared/i18n/languages.ts';

/** A screen as the client's own code draws it for a visitor, or for anyone who is signed in. */
export interface Painting {
  /** Content of the page's root. */
  html: string;
  /** What the API answered for it, as the client's queries take it. */
  answers: readonly unknown[];
  signedIn: boolean;
}

export interface Wanted {
  /** Path and query. */
  address: string;
  language: Language;
  signedIn: boolean;
}

export type ToWorker =
  | ({ kind: 'paint' } & Wanted)
  /** JSON, or null where there is no answer. */
  | { kind: 'answer'; question: number; answer: string | null };

export type FromWorker =
  | { kind: 'question'; question: number; address: string }
  | { kind: 'painting'; painting: Painting }
  | { kind: 'failed'; reason: string };
