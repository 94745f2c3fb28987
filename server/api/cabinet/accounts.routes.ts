import {
  type AccountsService,
  type SignInService,
  PENDING_MS,
} from '#server/domains/people/accounts/index.ts';
import type { Request } from 'express';
import {
  chooseRoles,
  chooseSide,
  logIn,
  logInCallback,
  logOut,
  register,
  whoAmI,
} from '#shared/api/site/auth.ts';
import { isStaffRole } from '#shared/api/contract.ts';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import { badRequest, notFound } from '#server/platform/errors/index.ts';
import {
  clearSessionCookies,
  isLoopback,
  languageOfPages,
  redirectTo,
  registerContract,
  setSessionCookies,
  setUserCookie,
  type Call,
  type HttpApp,
} from '#server/platform/http/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import type { SignInScreen } from '#server/identity/index.ts';
import type { Me } from '#shared/api/site/auth.ts';

const HOME = '/home';
/** Landing page of sign-ins that did not work: it says why and what to do. */
const LANDING = '/redirecting';

export interface AccountRoutesDeps {
  publicUrl: string;
  accounts: AccountsService;
  signIn: SignInService;
  sessions: Pick<SessionStore, 'find'>;
  /** A person signed out of this session. */
  signedOut(handle: string): Promise<void>;
  /** The shipped sign-in site is in use. */
  shipped?: boolean;
  /** Staff need a second factor for their rights. */
  staffSecondFactor?: 'required' | 'optional';
  /** The operator has a cabinet outside the product. */
  externalCabinet?: boolean;
}

export function registerAccountRoutes(app: HttpApp, deps: AccountRoutesDeps): void {
  const { accounts, signIn } = deps;
  const browserCookie = app.secure ? '__Host-savdo_sign_in' : 'savdo_sign_in';
  const cookieOptions = { httpOnly: true, sameSite: 'lax', secure: app.secure, path: '/' } as const;
  const browserOf = (req: Request): string | undefined => {
    const value: unknown = (req.cookies as Record<string, unknown> | undefined)?.[browserCookie];
    return typeof value === 'string' ? value : undefined;
  };

  async function leave(call: Pick<Call, 'req' | 'res'>, screen: SignInScreen, wanted: string | undefined) {
    const returnTo = wanted === undefined ? HOME : parseOwnPath(wanted);
    if (returnTo === null) throw badRequest('auth.foreign-return');
    const elsewhere = otherLoopbackName(call.req, deps.publicUrl);
    if (elsewhere) return redirectTo(`${elsewhere}${call.req.originalUrl}`);
    const started = await signIn.start({
      screen,
      returnTo,
      language: languageOfPages(call.req),
      browser: browserOf(call.req),
    });
    call.res.cookie(browserCookie, started.browser, { ...cookieOptions, maxAge: PENDING_MS });
    return redirectTo(started.url);
  }

  registerContract(app, logIn, (call) => {
    const screen = screenOf(call.query);
    if (screen === 'factors' && !deps.shipped) throw notFound();
    // A renewed sign-in of staff opens their rights as the one before it did.
    const staff = deps.staffSecondFactor === 'required' && isOfStaff(call.session);
    return leave(call, screen === 'renew' && staff ? 'renew-factor' : screen, call.query.return);
  });
  registerContract(app, register, (call) => leave(call, 'register', call.query.return));

  registerContract(app, logInCallback, async (call) => {
    const result = await signIn.finish({
      query: call.query,
      browser: browserOf(call.req),
      previous: call.session,
      address: call.address,
      userAgent: call.req.get('user-agent'),
    });
    if ('signedIn' in result) {
      setSessionCookies(call.res, result.signedIn.secret, result.signedIn.person, app.secure);
      if (!result.signedIn.lacksFactor) return redirectTo(result.returnTo);
      const query = new URLSearchParams({ factor: '1', return: result.returnTo });
      return redirectTo(`${logIn.path}?${query.toString()}`);
    }
    if (result.refused === 'cancelled' && result.returnTo) return redirectTo(result.returnTo);
    const query = new URLSearchParams({ 'sign-in': result.refused });
    if (result.returnTo) query.set('return', result.returnTo);
    return redirectTo(`${LANDING}?${query.toString()}`);
  });

  registerContract(app, logOut, async (call) => {
    clearSessionCookies(call.res, app.secure);
    if (!call.session) return { goTo: HOME };
    // At once: the next person at this device must see nothing of this one.
    await deps.signedOut(call.session.handle);
    return { goTo: (await signIn.signOut(call.session, call.address)) ?? HOME };
  });

  registerContract(app, whoAmI, async (call) => {
    const me = await accounts.me(call.signedIn().personId);
    refreshUserCookie(app, call, me);
    return asSeen(call, me);
  });

  registerContract(app, chooseRoles, async (call) =>
    asSeen(call, await accounts.chooseRoles(call.signedIn().personId, call.body.roles)),
  );

  registerContract(app, chooseSide, async (call) => {
    const me = await accounts.chooseSide(call.signedIn().personId, call.body.side);
    // The session has the roles of staff from now on, and opens them if it was signed in with a second factor.
    const session = call.session && (await deps.sessions.find(call.session.handle));
    return asSeen({ session }, me);
  });

  /** Without the roles that this sign-in does not open. */
  function asSeen({ session }: Pick<Call, 'session'>, me: Me): Me {
    const withheld = (session?.withheld ?? []).filter(isStaffRole);
    return {
      ...me,
      roles: me.roles.filter((role) => !isStaffRole(role) || !withheld.includes(role)),
      ...(withheld.length > 0 ? { withheldRoles: withheld } : {}),
      ...(deps.shipped && me.roles.some(isStaffRole) ? { factorPage: true } : {}),
      ...(deps.externalCabinet ? { externalCabinet: true } : {}),
    };
  }
}

const isOfStaff = (session: Call['session']): boolean =>
  session !== null && [...session.person.roles, ...session.withheld].some(isStaffRole);

function screenOf({ register, renew, factor, factors }: Call<typeof logIn>['query']): SignInScreen {
  if (factors === '1') return 'factors';
  if (renew === '1') return 'renew';
  if (factor === '1') return 'factor';
  return register === '1' ? 'register' : 'sign-in';
}

/** The readable cookie may have been removed or edited by the page: it is set again from the session. */
function refreshUserCookie(app: HttpApp, call: Call<typeof whoAmI>, me: Me): void {
  if (call.session) {
    const { name, userName, percentage } = me;
    setUserCookie(call.res, { ...call.session.person, name, userName, percentage }, app.secure);
  }
}

/** On the machine itself `127.0.0.1` and `localhost` are two cookie jars: people are moved to the one PUBLIC_URL names. */
function otherLoopbackName(req: Request, publicUrl: string): string | null {
  const { hostname } = new URL(publicUrl);
  return hostname !== req.hostname && isLoopback(hostname) && isLoopback(req.hostname) ? publicUrl : null;
}
