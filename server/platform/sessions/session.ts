import type { Role } from '#shared/api/contract.ts';
import type { Language } from '#shared/i18n/languages.ts';

/** What the session remembers of the person: enough to answer "who is this and what may they do" without a look-up. */
export interface SessionPerson {
  /** Account id. */
  personId: string;
  roles: Role[];
  language: Language;
  /** Shown name and sign-in name, and completeness of the profile 0–100: what the readable cookie holds. */
  name: string;
  userName: string;
  percentage: number;
}

export interface Session {
  /** Public handle of the session (SHA-256 of the secret id, hex): safe to log and to list, useless as a cookie. */
  handle: string;
  person: SessionPerson;
  createdAt: string;
  /** When the person last proved who they are: sensitive actions ask for a fresh one. ISO instant. */
  authenticatedAt: string;
  /** Whatever the sign-in keeps beside it (id token for the sign-out, issuer and subject). */
  extra: Record<string, string>;
}
