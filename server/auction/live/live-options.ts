import type { IncomingMessage } from 'node:http';
import type { Language } from '#shared/i18n/languages.ts';

/** Who is behind a connection or a request; the core knows no accounts, only what it is told here. */
export interface LiveIdentity {
  person: string;
  roles: readonly string[];
  sessionId: string;
  /** Language of the texts the person is answered in. */
  language?: Language;
}

export interface LiveLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the live side counts; the process decides where it goes. */
export interface LiveMetrics {
  /** One answered command. `verdict` is accepted, unknown, never-seen or the reason of a refusal. */
  answered(kind: string, verdict: string, tookMs: number): void;
  /** Anything else worth counting, by a fixed name (`malformed`, `unknown-event`, `rate-limited`, `slow-consumer` …). */
  count(event: string, by?: number): void;
}

export interface LiveLimits {
  /** Events a person may send each second over all their sockets, and a visitor over one. */
  eventsPerSecond: number;
  /** Events all visitors of one address may send each second. */
  visitorEventsPerSecond: number;
  /** Joins a node answers each second; the rest wait in line. */
  joinsPerSecond: number;
  /** Open sockets of one session, one person and one address, over all nodes. */
  socketsPerSession: number;
  socketsPerPerson: number;
  socketsPerAddress: number;
  /** Auto-bids a person may set or delete each minute: each change is stored for good. */
  autoBidChangesPerMinute: number;
  /** Malformed or unknown events a person, or a visitor's socket, may send each minute before it is disconnected. */
  malformedPerMinute: number;
}

export const DEFAULT_LIMITS: LiveLimits = {
  eventsPerSecond: 20,
  visitorEventsPerSecond: 400,
  joinsPerSecond: 2_000,
  socketsPerSession: 12,
  socketsPerPerson: 30,
  // An office or the customers of a mobile operator may share an address.
  socketsPerAddress: 1_000,
  autoBidChangesPerMinute: 30,
  malformedPerMinute: 30,
};

/** The same limits for an installation whose settings multiply or replace them. */
export function scaledLimits(factor: number, caps: Partial<LiveLimits> = {}): LiveLimits {
  const given = { ...DEFAULT_LIMITS, ...caps };
  const scaled = (limit: number) => Math.max(1, Math.floor(limit * factor));
  return {
    ...given,
    eventsPerSecond: scaled(given.eventsPerSecond),
    visitorEventsPerSecond: scaled(given.visitorEventsPerSecond),
    autoBidChangesPerMinute: scaled(given.autoBidChangesPerMinute),
    socketsPerSession: scaled(given.socketsPerSession),
    socketsPerPerson: scaled(given.socketsPerPerson),
    socketsPerAddress: scaled(given.socketsPerAddress),
  };
}

/** Who is behind the connection; null for a visitor. Rejects when it cannot be told now. */
export type Authenticate = (request: IncomingMessage) => Promise<LiveIdentity | null>;

/** Roles that see every room as an operator. */
const STAFF_ROLES: readonly string[] = ['operator', 'administrator', 'auditor'];

export const isStaff = (identity: LiveIdentity | null): boolean =>
  identity !== null && identity.roles.some((role) => STAFF_ROLES.includes(role));
