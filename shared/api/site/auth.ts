import { z } from 'zod';
import { LANGUAGES } from '../../i18n/languages.ts';
import { contract, ROLES, STAFF_ROLES, TRADE_ROLES } from '../contract.ts';

const auth = { tag: 'auth', rateLimit: { perMinute: 120 } } as const;

/** Redirects answer no JSON. */
const redirect = z.never();

/** Own path to come back to (`/lot-card/5`); anything that could lead elsewhere is a 400. */
const returnQuery = z.object({ return: z.string().max(2_000).optional() });

/**
 * `register=1` opens the registration page, as `auth/register` does. `renew=1` asks for the password even if the sign-in
 * site knows the person, for calls that need a recent sign-in. `factor=1` asks for a second factor, which staff need for
 * their rights; `factors=1` opens the shipped site's page of second factors: 404 with another provider.
 */
export const logIn = contract({
  ...auth,
  name: 'auth.login',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/auth/login',
  summary: 'Go to the sign-in site and come back to an own path',
  access: 'public',
  rateLimit: { perMinute: 600 },
  query: returnQuery.extend({
    register: z.enum(['0', '1']).optional(),
    renew: z.enum(['0', '1']).optional(),
    factor: z.enum(['0', '1']).optional(),
    factors: z.enum(['0', '1']).optional(),
  }),
  answer: redirect,
});

export const register = contract({
  ...auth,
  name: 'auth.register',
  refusals: {},
  method: 'get',
  path: '/api/shop/auth/register',
  summary: 'Go to the registration page of the sign-in site and come back to an own path',
  access: 'public',
  query: returnQuery,
  answer: redirect,
});

const field = z.string().max(4_096).optional();

/** Callback of the sign-in site. Providers add the fields after the first three. */
export const logInCallback = contract({
  ...auth,
  name: 'auth.callback',
  refusals: {},
  method: 'get',
  path: '/api/shop/auth/callback',
  summary: 'Return from the sign-in site',
  access: 'public',
  rateLimit: { perMinute: 600 },
  query: z.object({
    state: field,
    code: field,
    iss: field,
    error: field,
    error_description: field,
    error_uri: field,
    session_state: field,
    scope: field,
    prompt: field,
    authuser: field,
    hd: field,
  }),
  answer: redirect,
});

/** Ends the session here; `goTo` ends it at the sign-in site too and comes back to /home. */
export const logOut = contract({
  ...auth,
  name: 'auth.logout',
  refusals: {},
  method: 'post',
  path: '/api/shop/auth/logout',
  summary: 'End the session',
  access: 'public',
  answer: z.object({ goTo: z.string() }),
});

const me = z.object({
  id: z.string(),
  name: z.string(),
  /** What the person signs in with. */
  userName: z.string(),
  kind: z.enum(['natural', 'legal']),
  roles: z.array(z.enum(ROLES)),
  language: z.enum(LANGUAGES),
  /** Completeness of the profile, 0–100. */
  percentage: z.int(),
  /** There is a cabinet outside the product, which `auth/auth-token` signs the person in at. */
  externalCabinet: z.boolean().optional(),
  /** Staff roles pending until the person stops trading with `auth.choose-side`. */
  offeredRoles: z.array(z.enum(STAFF_ROLES)).optional(),
  /** Staff roles that wait for a sign-in with a second factor (`auth.login` with `factor=1`). */
  withheldRoles: z.array(z.enum(STAFF_ROLES)).optional(),
  /** The sign-in site has a page on which the person changes second factors (`auth.login` with `factors=1`). */
  factorPage: z.boolean().optional(),
});
export type Me = z.infer<typeof me>;

export const whoAmI = contract({
  ...auth,
  name: 'auth.me',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/auth/me',
  summary: 'Who is signed in',
  access: 'signed-in',
  answer: me,
});

/** Buyer, customer or both. 409 `auth.staff-account`: staff do not trade. */
export const chooseRoles = contract({
  ...auth,
  name: 'auth.choose-roles',
  refusals: { 404: ['not-found'], 409: ['auth.staff-account'] },
  method: 'put',
  path: '/api/shop/auth/roles',
  summary: 'Choose to take part as buyer, customer or both',
  access: 'signed-in',
  rateLimit: { perMinute: 20 },
  body: z.strictObject({
    roles: z.array(z.enum(TRADE_ROLES)).min(1).max(2),
  }),
  answer: me,
});

/**
 * An account that trades and was offered a staff role takes one side. 409 `auth.no-staff-role` without an offer,
 * `auth.staff-account` for staff who want to trade, `auth.still-trading` while an auction one takes part in is not over.
 */
export const chooseSide = contract({
  ...auth,
  name: 'auth.choose-side',
  refusals: { 404: ['not-found'], 409: ['auth.no-staff-role', 'auth.staff-account', 'auth.still-trading'] },
  method: 'put',
  path: '/api/shop/auth/side',
  summary: 'Choose between trading and serving as staff',
  access: 'signed-in',
  rateLimit: { perMinute: 20 },
  body: z.strictObject({ side: z.enum(['trade', 'staff']) }),
  answer: me,
});

export const CABINET_TARGETS = ['refund-application', 'refill-balance', 'profile'] as const;
export type CabinetTarget = (typeof CABINET_TARGETS)[number];

/**
 * A code for the external cabinet: the page opens `<cabinetUrl>/<target>?token=<token>&lang=<language>`. Single use, 60 s,
 * for our own pages only: another site's page gets 403 `foreign-origin`.
 */
export const authToken = contract({
  ...auth,
  name: 'auth.auth-token',
  refusals: { 403: ['foreign-origin'], 404: ['auth.no-cabinet'] },
  method: 'get',
  path: '/api/shop/auth/auth-token',
  summary: 'A code that signs me in at the external cabinet',
  access: 'signed-in',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  answer: z.object({
    token: z.string(),
    cabinetUrl: z.string(),
    expiresInSeconds: z.int(),
  }),
});

/**
 * Server to server: the cabinet shows its own secret (`Authorization: Basic client:secret`) and the code it was given.
 * 401 `auth.cabinet-unknown` for another secret, 403 `auth.token-spent` for a code that is unknown, old or used.
 */
export const exchangeAuthToken = contract({
  ...auth,
  name: 'auth.exchange-token',
  refusals: { 403: ['auth.token-spent'] },
  method: 'post',
  path: '/api/shop/auth/auth-token/exchange',
  summary: 'Exchange a code of the external cabinet for who it belongs to (server to server)',
  access: 'public',
  rateLimit: { perMinute: 600 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ token: z.string().max(100) }),
  answer: z.object({
    personId: z.string(),
    issuer: z.string(),
    subject: z.string(),
    name: z.string(),
    kind: z.enum(['natural', 'legal']),
    roles: z.array(z.enum(ROLES)),
    language: z.enum(LANGUAGES),
  }),
});

export const authContracts = [
  logIn,
  register,
  logInCallback,
  logOut,
  whoAmI,
  chooseRoles,
  chooseSide,
  authToken,
  exchangeAuthToken,
];
