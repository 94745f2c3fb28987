import { z } from 'zod';
import { contract, type Contract } from '#shared/api/contract.ts';

/** The rate limit of a file that programs read: it is no call of the API, but limited in the same way. */
export const fileLimit = (name: string, perMinute: number): Contract =>
  contract({
    refusals: {},
    method: 'get',
    tag: 'discovery',
    access: 'public',
    summary: name,
    answer: z.never(),
    name: `discovery.${name}`,
    path: `/${name}`,
    rateLimit: { perMinute },
  });
