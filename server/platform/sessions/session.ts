import type { Role } from '#shared/api/contract.ts';
import type { TokenScope } from '#shared/api/token-scopes.ts';
import type { Language } from '#shared/i18n/languages.ts';

/** The person's data in the session: enough to answer "who is this and what may they do" without a look-up. */
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

/** Rooms of running auctions in which a session goes on, though one person of staff has ended it. */
export interface BidsOnly {
  /** Who ended it: a second person ends it there too. */
  by: string;
  lots: number[];
}

export interface Session {
  /** Public handle of the session (SHA-256 of the secret id, hex): safe to log and to list, useless as a cookie. */
  handle: string;
  person: SessionPerson;
  /** When this session began. ISO instant. */
  createdAt: string;
  /** Roles of staff that the sign-in does not open: it was made without the second factor that they need. */
  withheld: Role[];
  /**
   * Data of the sign-in: id token for the sign-out, when the person last authenticated (which may be long before the session
   * began), device and address.
   */
  extra: Record<string, string>;
  /** Opened by a program with this token of the API: it reaches the calls that its scope opens, and public ones. */
  token?: { id: number; scope: TokenScope };
  /** Ended but for bidding in these rooms; such a session is read by `readForRooms` alone. */
  bidsOnly?: BidsOnly;
}

/** A session as its owner sees it in a list. */
export interface ListedSession extends Session {
  /** When it was last used, to the minute. ISO instant. */
  seenAt: string;
}
