import { RequestError } from '#server/platform/errors/index.ts';
import { createAllowance, type Allowance, type AllowanceRedis } from './allowance.ts';

const HOUR_S = 3_600;
/** Counted for a file until it is inspected, ms: many at once are bounded as many one after the other are. */
export const RESERVED_MS = 10_000;

/**
 * Milliseconds of a processor that the inspection of one person's files may take within an hour, whatever becomes of them: a
 * file that is slow to inspect costs its sender, and not those who wait. Refused with 429.
 */
export type InspectionTime = Allowance;

export interface InspectionTimeOptions {
  redis: AllowanceRedis;
  /** Prefix of the keys in Redis. */
  namespace: string;
  msAnHour: number;
  now?: () => number;
}

export const createInspectionTime = ({
  redis,
  namespace,
  msAnHour,
  now = Date.now,
}: InspectionTimeOptions): InspectionTime => {
  const hourOf = () => Math.floor(now() / 1_000 / HOUR_S);
  return createAllowance({
    redis,
    most: msAnHour,
    spanSeconds: HOUR_S,
    keyPrefix: () => `${namespace}inspection-ms:${hourOf()}`,
    refusal: () => {
      const seconds = Math.max(1, Math.ceil((hourOf() + 1) * HOUR_S - now() / 1_000));
      return new RequestError({
        status: 429,
        code: 'files.inspection-time',
        reportable: false,
        headers: { 'Retry-After': String(seconds) },
        values: { minutes: Math.ceil(seconds / 60) },
      });
    },
  });
};
