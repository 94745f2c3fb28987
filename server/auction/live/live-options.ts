import type { IncomingMessage } from 'node:http';
import type { Language } from '#shared/i18n/languages.ts';

/** The person behind a connection or a request; the core knows no accounts, only these fields. */
export interface LiveIdentity {
  person: string;
  sessionId: string;
  /** Staff: closed rooms too, and the board of all rooms. */
  seesEveryRoom?: boolean;
  /** Language of the answers' texts. */
  language?: Language;
  /** Rooms in which the session goes on, though it has ended elsewhere; none: everywhere. */
  onlyLots?: readonly number[];
  /** A program whose token does not open bidding. */
  readsOnly?: true;
}

export interface LiveLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counters of the live side, implemented by the process. */
export interface LiveMetrics {
  /** One answered command. `verdict` is accepted, unknown, never-seen or the reason of a refusal. */
  answered(kind: string, verdict: string, tookMs: number): void;
  /** One entry into a room that the person had a right to. @param tookMs null: it failed */
  joined(tookMs: number | null): void;
  /** Any other event, by a fixed name (`malformed`, `unknown-event`, `rate-limited`, `slow-consumer` …). */
  count(event: string, by?: number): void;
}

export interface LiveLimits {
  /** Events a person may send each second over all their sockets, and a visitor over one. */
  eventsPerSecond: number;
  /** Events all visitors of one address may send each second. */
  visitorEventsPerSecond: number;
  /** Lots not in memory that one socket, and all sockets of one address, may have looked up each second. */
  lookupsPerSecond: number;
  addressLookupsPerSecond: number;
  /** Joins a node answers each second; further ones are queued. */
  joinsPerSecond: number;
  /** Open sockets of one session, one person and one address, over all nodes. */
  socketsPerSession: number;
  socketsPerPerson: number;
  socketsPerAddress: number;
  /** Auto-bids a person may set or delete each minute: each change is stored permanently. */
  autoBidChangesPerMinute: number;
  /** Malformed or unknown events a person, or a visitor's socket, may send each minute before it is disconnected. */
  malformedPerMinute: number;
}

export const DEFAULT_LIMITS: LiveLimits = {
  eventsPerSecond: 20,
  visitorEventsPerSecond: 400,
  // A list shows up to 60 cards, most of them of lots without a room yet: two lists at once, then one every other second.
  lookupsPerSecond: 30,
  addressLookupsPerSecond: 300,
  joinsPerSecond: 2_000,
  socketsPerSession: 12,
  socketsPerPerson: 30,
  // An office or the customers of a mobile operator may share an address.
  socketsPerAddress: 1_000,
  autoBidChangesPerMinute: 30,
  malformedPerMinute: 30,
};

/** The limits of an installation whose settings multiply or replace them. */
export function scaledLimits(factor: number, caps: Partial<LiveLimits> = {}): LiveLimits {
  const given = { ...DEFAULT_LIMITS, ...caps };
  const scaled = (limit: number) => Math.max(1, Math.floor(limit * factor));
  return {
    ...given,
    eventsPerSecond: scaled(given.eventsPerSecond),
    visitorEventsPerSecond: scaled(given.visitorEventsPerSecond),
    lookupsPerSecond: scaled(given.lookupsPerSecond),
    addressLookupsPerSecond: scaled(given.addressLookupsPerSecond),
    autoBidChangesPerMinute: scaled(given.autoBidChangesPerMinute),
    socketsPerSession: scaled(given.socketsPerSession),
    socketsPerPerson: scaled(given.socketsPerPerson),
    socketsPerAddress: scaled(given.socketsPerAddress),
  };
}

/**
 * The person behind the connection; null for a visitor, `token-invalid` for a program whose token is not valid. Rejects while that
 * cannot be determined.
 */
export type Authenticate = (request: IncomingMessage) => Promise<LiveIdentity | null | 'token-invalid'>;
