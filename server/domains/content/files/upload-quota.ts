import { RequestError } from '#server/platform/errors/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { createAllowance, type Allowance, type AllowanceRedis } from './allowance.ts';

const DAY_S = 86_400;
const MIB = 1024 * 1024;

/** Bytes that one person may store within a Tashkent day; deleting a file gives nothing back. Refused with 413. */
export type UploadQuota = Allowance;

export interface UploadQuotaOptions {
  redis: AllowanceRedis;
  /** Prefix of the keys in Redis. */
  namespace: string;
  bytesADay: number;
  now?: () => number;
}

export const createUploadQuota = ({
  redis,
  namespace,
  bytesADay,
  now = Date.now,
}: UploadQuotaOptions): UploadQuota =>
  createAllowance({
    redis,
    most: bytesADay,
    spanSeconds: DAY_S,
    keyPrefix: () => `${namespace}uploaded-bytes:${tashkentDay(now())}`,
    refusal: () =>
      new RequestError({
        status: 413,
        code: 'files.daily-quota',
        reportable: false,
        values: { dayMegabytes: Math.floor(bytesADay / MIB) },
      }),
  });
