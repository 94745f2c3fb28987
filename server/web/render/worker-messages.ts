import type { Language } from '#shared/i18n/languages.ts';

/** A screen rendered by the client's own code, for a visitor or for anyone who is signed in. */
export interface RenderedPage {
  /** Content of the root element. */
  html: string;
  /** API answers shown in it, in the form the client's queries take. */
  answers: readonly unknown[];
  signedIn: boolean;
}

export interface RenderRequest {
  /** Path and query. */
  address: string;
  language: Language;
  signedIn: boolean;
}

export type ToWorker =
  | ({ kind: 'render' } & RenderRequest)
  /** JSON, or null without an answer. */
  | { kind: 'answer'; fetchId: number; answer: string | null };

export type FromWorker =
  | { kind: 'fetch'; fetchId: number; address: string }
  | { kind: 'rendered'; page: RenderedPage }
  | { kind: 'failed'; reason: string };
