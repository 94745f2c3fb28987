import type { z } from 'zod';

/** Who may call: anyone; anyone with a session; or holders of one of the roles. */
export type Access = 'public' | 'signed-in' | { roles: readonly Role[] };

export const ROLES = ['buyer', 'customer', 'moderator', 'operator', 'auditor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Fixed window per session or, unsigned, per address. */
export interface RateLimit {
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
  /** The bare JSON value of a success. */
  answer: Answer;
}

/** Keeps the literal types of one entry. */
export function contract<
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Answer extends z.ZodType = z.ZodType,
>(entry: Contract<Params, Query, Body, Answer>): Contract<Params, Query, Body, Answer> {
  return entry;
}

/** Body of every failed answer. `code` is a stable id, `message` is in the caller's language. */
export interface ErrorBody {
  ERROR: { code: string; message: string; details?: unknown; requestId?: string };
}
