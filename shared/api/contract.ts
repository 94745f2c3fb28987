import type { z } from 'zod';
import type { TokenScope } from './token-scopes.ts';

/**
 * Who may call: anyone; anyone with a session; or holders of one of the roles. `fresh`: a change asks for a password (and,
 * of staff, a second factor) typed in the last five minutes, or, where many are decided one after the other, within the same shift of 12 hours;
 * else 403 `sign-in-again`.
 */
export type Access = 'public' | 'signed-in' | { roles: readonly Role[]; fresh?: true | 'shift' };

/** Roles of people who buy and sell; each account chooses them itself. */
export const TRADE_ROLES = ['buyer', 'customer'] as const;
/** Roles of people who run the platform; given by staff only. */
export const STAFF_ROLES = ['moderator', 'operator', 'auditor', 'administrator'] as const;
export const ROLES = [...TRADE_ROLES, ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];

export const isStaffRole = (role: string): role is (typeof STAFF_ROLES)[number] =>
  (STAFF_ROLES as readonly string[]).includes(role);

/** An account serves as staff or trades, never both. */
export const tradesAndServes = (roles: readonly Role[]): boolean =>
  roles.some(isStaffRole) && !roles.every(isStaffRole);

/** The roles that count: of a set that mixes both sides, which an older release may have stored, only those of trading. */
export const rolesInForce = (roles: readonly Role[]): Role[] =>
  roles.filter((role) => !tradesAndServes(roles) || !isStaffRole(role));

/** Statuses of refusals that say by their code what stands in the way. */
export const REFUSAL_STATUSES = [403, 404, 409, 422] as const;
/** Status → codes. */
type Refusals = Readonly<Partial<Record<(typeof REFUSAL_STATUSES)[number], readonly string[]>>>;

/** Fixed window per session or, unsigned, per address. */
interface RateLimit {
  perMinute: number;
}

/**
 * One call of the HTTP API: the single source for the server's route, the client's call, OpenAPI and the limiter.
 * `path` is an Express path under the origin, e.g. `/api/shop/lot-card/details/:id`.
 */
export interface Contract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  name: string;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  summary: string;
  tag: string;
  access: Access;
  rateLimit: RateLimit;
  /**
   * While the shared counter is away: let through, refuse with 503, or count on this node alone.
   * Default: `open` for reading, `local` for everything else; sign-in and codes say `closed`.
   */
  whenLimiterIsDown?: 'open' | 'closed' | 'local';
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body may also come form-encoded (`application/x-www-form-urlencoded`); such a path has no parameters. */
  form?: true;
  /** The body is `multipart/form-data`, read by the handler as a stream; such a path has no parameters. */
  upload?: true;
  /** Part of bidding, or of buying what is reserved: open also to a session that goes on in the room of this `lotId` alone, or in `any` room. */
  inRoom?: true | 'any';
  /** Answered to everyone alike: no session is read, so that it is also answered while sessions cannot be read. */
  anonymous?: true;
  /** Open to programs of the person too, with a token of this scope; without it only public calls are. */
  token?: TokenScope;
  /**
   * It only reads, and its answer may be some seconds old: it comes from a read replica where there is one, and says so by `Savdo-As-Of`.
   * Never of what a rule, a decision, a payment, a room or a right is judged by.
   */
  mayLag?: true;
  /** The bare JSON value of a success; of a file, its bytes. */
  answer: Answer;
  /** A success is a file of one of these media types. */
  file?: readonly string[];
  /**
   * Answered with 503 and a body of the same shape by a process that is cut off from the auction Redis while another is not:
   * a proxy asks that one. What the body says may be old, and a command in it is not decided.
   */
  elsewhere?: true;
  /**
   * What the handler refuses, by status and code; refusals that follow from other fields (session, role, origin, subject) are not
   * among them. The printed description lists both, and under test a refusal that is in neither is a fault.
   */
  refusals: Refusals;
  /**
   * Subject of a staff call; `none` where it concerns no person. Required of each staff call that changes something: it is
   * refused to staff who are party to the subject.
   */
  subject?: Subject | 'none';
}

/** Subjects with parties, for checking staff calls for conflicts of interest. */
export const SUBJECT_KINDS = [
  'lot',
  'application',
  'room-request',
  'staff-task',
  'refund',
  'refund-return',
  'payment-difference',
  'edit-request',
  'contact-message',
  'order',
  'person',
  'settlement',
  'payout',
  'protocol',
  'protest',
  'bar',
  'bar-proposal',
  'result-cancellation',
  'bank-line',
  'account',
  'account-change',
  'number-claim',
  'lot-question',
  'staff-invitation',
  'order-import',
  'decision',
  'anomaly-flag',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface Subject {
  kind: SubjectKind;
  /** The path parameter that holds its number. */
  param: string;
  /** The call executes a request or approval of colleagues: they must not be party to it either. */
  colleagues?: true;
}

/** Preserves the literal types of one entry. */
export function contract<
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Answer extends z.ZodType = z.ZodType,
>(entry: Contract<Params, Query, Body, Answer>): Contract<Params, Query, Body, Answer> {
  return entry;
}

/** Header of an answer to a call of staff that was carried out although an address is shared; its value is the ground. */
export const CONFLICT_NOTED_HEADER = 'Savdo-Conflict-Noted';

/** Header of an answer from a read replica: the instant for which it is true, in ISO 8601. Without it the answer is true now. */
export const AS_OF_HEADER = 'Savdo-As-Of';

/** Header of the calls of a page: whom it was made for. A page made for a visitor sends none. */
export const PAGE_PERSON_HEADER = 'x-savdo-person';

/** Refusal of a call, and of a socket's connection, of a page made for another person than the session's. */
export const OTHER_PERSON = 'other-person';

/** Body of every failed answer. `code` is a stable id, `message` is in the caller's language. */
export interface ErrorBody {
  ERROR: { code: string; message: string; details?: unknown; requestId?: string };
}
