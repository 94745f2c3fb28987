import { z } from 'zod';
import { nameInputSchema } from '../../content/names.ts';
import { isSafeSite } from '../../content/safe-link.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { SHORT_ID_MAX, shortIdField, uuid, versionInBody } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

export const PARTNERS_MAX = 60;

/** What readers see on the first page: shown from its first day to its last, unless it is hidden. */
const PARTNER_STATES = ['shown', 'planned', 'over', 'hidden'] as const;

const consolePartnerSchema = z.object({
  id: z.int(),
  version: z.int(),
  name: localizedTextSchema,
  url: z.url(),
  /** Own path of the picture: the uploaded logo, or initials on a plate. */
  logo: z.string(),
  /** Days of Tashkent, both included; null: without end. */
  from: calendarDay.nullable(),
  until: calendarDay.nullable(),
  hidden: z.boolean(),
  state: z.enum(PARTNER_STATES),
  /** The newest first. */
  changes: z.array(
    z.object({
      version: z.int(),
      action: z.enum(['create', 'edit', 'logo']),
      by: z.string(),
      atMs: z.number(),
    }),
  ),
});
export type ConsolePartner = z.infer<typeof consolePartnerSchema>;

/** Concerns no person. */
const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  subject: 'none',
  rateLimit: { perMinute: 60 },
} as const;

const parts = {
  name: nameInputSchema,
  url: z.string().trim().refine(isSafeSite, 'https'),
  from: calendarDay.nullable(),
  until: calendarDay.nullable(),
  hidden: z.boolean(),
};

/** In the order of the first page. */
export const consolePartners = contract({
  name: 'console.partners',
  refusals: {},
  method: 'get',
  path: '/api/console/partners',
  summary: 'Partners of the first page, hidden and future ones too',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
  answer: z.array(consolePartnerSchema),
});

/** The last one. The same `requestId` again answers with the one it made. 422 `partners.dates`, `partners.too-many`. */
export const createPartner = contract({
  ...staff,
  name: 'console.partner-create',
  refusals: { 404: ['not-found'], 422: ['partners.dates', 'partners.request-reused', 'partners.too-many'] },
  method: 'post',
  path: '/api/console/partners',
  summary: 'Add a partner',
  body: z.strictObject({ requestId: uuid, ...parts }),
  answer: consolePartnerSchema,
});

/** 409 `partners.changed` after a concurrent change; 422 `partners.dates`. */
export const editPartner = contract({
  ...staff,
  name: 'console.partner-edit',
  refusals: { 404: ['not-found'], 409: ['partners.changed'], 422: ['partners.dates'] },
  method: 'put',
  path: '/api/console/partners/:id',
  summary: 'Change a partner',
  params: z.object({ id: shortIdField }),
  body: z.strictObject({ version: versionInBody, ...parts }),
  answer: consolePartnerSchema,
});

const ids = z.array(z.int().min(1).max(SHORT_ID_MAX)).min(1).max(PARTNERS_MAX);

/** 409 `partners.changed` when `before` is not the order now. */
export const arrangePartners = contract({
  ...staff,
  name: 'console.partners-arrange',
  refusals: { 409: ['partners.changed'], 422: ['partners.other-entries'] },
  method: 'post',
  path: '/api/console/partners/arrange',
  summary: 'Put partners in another order',
  body: z.strictObject({ before: ids, after: ids }),
  answer: z.object({ ids }),
});

export const consolePartnerContracts = [
  consolePartners,
  // Before the calls that change which ones there are.
  arrangePartners,
  createPartner,
  editPartner,
];
