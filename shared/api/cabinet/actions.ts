import { z } from 'zod';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { periodFields } from '../period.ts';

export const ACTIONS_PAGE_SIZE = 20;
export const ACTION_RESULTS = ['done', 'refused'] as const;

/** What a person did in the system. `type` and `action` are stable words; `code` says why it was refused. */
const personActionSchema = z.object({
  id: z.int(),
  type: z.string(),
  action: z.string(),
  result: z.enum(ACTION_RESULTS),
  code: z.string().nullable(),
  /** Instant, ms since 1970. */
  atMs: z.int(),
});
export type PersonActionRow = z.infer<typeof personActionSchema>;

/** Keys of the texts `actions` that name it; the first one that there is counts. */
export const actionTexts = ({ type, action }: { type: string; action: string }): [string, string] => [
  type === 'export' ? 'action.export.list' : `action.${type}.${action}`,
  'action.other',
];

export const userActions = contract({
  name: 'user.actions',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/actions',
  summary: 'What was done in my name, newest first',
  tag: 'user',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  query: z.object({
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(ACTIONS_PAGE_SIZE),
    ...periodFields,
    result: z.enum(ACTION_RESULTS).optional(),
  }),
  answer: z.object({
    items: z.array(personActionSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const actionContracts = [userActions];
