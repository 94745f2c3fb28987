import { z } from 'zod';
import { calendarDay } from '../calendar-day.ts';
import { contract } from '../contract.ts';
import { pageBlockSchema } from '../pages.ts';
import { documentToSignSchema, signedAnswerSchema, signingOutcomeSchema } from './signatures.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';
import { writtenText } from '../written-texts.ts';
import { offerTextsSchema } from '../../decisions/offer-texts.ts';

const mine = { tag: 'consent', access: 'signed-in' } as const;

const VERSION_MAX = 10_000;
const versionNumber = z.coerce.number().int().min(1).max(VERSION_MAX);

const versionSchema = z.object({
  version: z.int(),
  /** Day from which it may be signed. */
  effectiveOn: calendarDay,
  /** Last day without it: from the next one who has not signed may not apply or send orders. */
  deadlineOn: calendarDay,
});

/** The public offer and the service contract: the version to sign, and the person's answer. */
export const consentState = contract({
  ...mine,
  name: 'consent.state',
  refusals: { 404: ['e-signature.no-offer'] },
  method: 'get',
  path: '/api/shop/consent/buyer',
  summary: 'The offer to sign and my answer to it',
  rateLimit: { perMinute: 120 },
  answer: z.object({
    /** The version to sign now: the newest in effect. */
    current: versionSchema,
    /** The person's last answer; null: none yet. */
    answer: z
      .object({
        version: z.int(),
        agreed: z.boolean(),
        at: z.iso.datetime(),
        documentId: z.int().nullable(),
      })
      .nullable(),
    /** I have signed a version that still counts. */
    inForce: z.boolean(),
    /** I may apply and send orders: signed, or no deadline has passed. */
    mayAct: z.boolean(),
    /** There is a newer version than the one I signed, or I have signed none. */
    toSign: z.boolean(),
  }),
});

const legalTextSchema = z.object({ title: z.string(), blocks: z.array(pageBlockSchema) });

export const consentText = contract({
  name: 'consent.text',
  refusals: { 404: ['e-signature.no-offer', 'not-found'] },
  method: 'get',
  path: '/api/shop/consent/buyer/text',
  summary: 'The public offer and the service contract, in the caller’s language',
  tag: 'consent',
  access: 'public',
  rateLimit: { perMinute: 60 },
  query: z.object({ version: versionNumber.optional() }),
  answer: versionSchema.extend({ offer: legalTextSchema, contract: legalTextSchema }),
});

export const prepareConsent = contract({
  ...mine,
  name: 'consent.prepare',
  refusals: { 404: ['e-signature.no-offer', 'not-found'] },
  method: 'post',
  path: '/api/shop/consent/buyer/prepare',
  summary: 'The bytes of the current offer and contract, made out to me, to be signed',
  rateLimit: { perMinute: 20 },
  answer: documentToSignSchema,
});

export const agreeToConsent = contract({
  ...mine,
  name: 'consent.agree',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/consent/buyer/agree',
  summary: 'Agree: the signature over the prepared bytes',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: signedAnswerSchema,
  answer: signingOutcomeSchema,
});

/** After it the person may not apply or send orders until signing; earlier agreements continue. */
export const disagreeWithConsent = contract({
  ...mine,
  name: 'consent.disagree',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/consent/buyer/disagree',
  summary: 'Disagree with the offer, or withdraw my consent',
  rateLimit: { perMinute: 20 },
  body: z.strictObject({
    version: z.int().min(1).max(VERSION_MAX),
    reason: writtenText(0, 500).nullable(),
  }),
  answer: z.object({ recorded: z.literal(true) }),
});

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readConsents },
} as const;

export const consoleConsents = contract({
  ...staff,
  name: 'console.consents',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/consents',
  summary: 'Versions of the offer and how many signed each',
  rateLimit: { perMinute: 60 },
  answer: z.array(
    versionSchema.extend({
      addedAt: z.iso.datetime(),
      addedBy: z.string().nullable(),
      /** Number of people whose last answer is agreement to this version. */
      agreedCount: z.int(),
      refusedCount: z.int(),
    }),
  ),
});

export const consoleConsentPeople = contract({
  ...staff,
  name: 'console.consent-people',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/consents/:version/people',
  summary: 'Who agreed to a version of the offer, and who refused it',
  rateLimit: { perMinute: 60 },
  params: z.object({ version: versionNumber }),
  query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  answer: z.object({
    items: z.array(
      z.object({
        personId: z.string(),
        name: z.string(),
        agreed: z.boolean(),
        at: z.iso.datetime(),
        serial: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    total: z.int(),
    pageSize: z.int(),
  }),
});

export const consoleConsentSource = contract({
  ...staff,
  name: 'console.consent-source',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/consents/:version/source',
  summary: 'A version as it was written, to begin the next one from',
  rateLimit: { perMinute: 60 },
  params: z.object({ version: versionNumber }),
  answer: z.object({ offer: offerTextsSchema, contract: offerTextsSchema }),
});

export const consentContracts = [
  consentState,
  consentText,
  prepareConsent,
  agreeToConsent,
  disagreeWithConsent,
  consoleConsents,
  consoleConsentPeople,
  consoleConsentSource,
];
