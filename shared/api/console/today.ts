import { z } from 'zod';
import { contract, STAFF_ROLES } from '../contract.ts';

const waitingWorkSchema = z.object({
  /** Of the console's menu. */
  page: z.string(),
  count: z.int(),
  /** Since when the oldest one waits; null when none does. */
  oldestAtMs: z.int().nullable(),
  /** Past their deadline; null where none has one. */
  overdue: z.int().nullable(),
});
export type WaitingWork = z.infer<typeof waitingWorkSchema>;

/** What waits for staff in the lists that the caller's roles may read. */
export const waitingWork = contract({
  name: 'console.waiting',
  method: 'get',
  path: '/api/console/waiting',
  summary: 'How much waits for staff, by page of the console, and since when',
  tag: 'console',
  access: { roles: STAFF_ROLES },
  rateLimit: { perMinute: 120 },
  answer: z.object({ items: z.array(waitingWorkSchema), serverAtMs: z.int() }),
});

export const todayContracts = [waitingWork];
