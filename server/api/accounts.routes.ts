import { type AccountsService, type SignInService, PENDING_MS } from '#server/domains/accounts/index.ts';
import type { Request } from 'express';
import { chooseRoles, chooseSide, logIn, logInCallback, logOut, register, whoAmI } from '#shared/api/auth.ts';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import { badRequest } from '#server/platform/errors/index.ts';
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
import type { SignInScreen } from '#server/integrations/sign-in/index.ts';

import type { Me } from '#shared/api/auth.ts';

const HOME = '/home';
/** Landing page of sign-ins that did not work: it says why and what to do. */
const LANDING = '/redirecting';

export interface AccountRoutesDeps {
  publicUrl: string;
  accounts: AccountsService;
  signIn: SignInService;
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

  registerContract(app, logIn, (call) => leave(call, screenOf(call.query), call.query.return));
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
      return redirectTo(result.returnTo);
    }
    if (result.refused === 'cancelled' && result.returnTo) return redirectTo(result.returnTo);
    const query = new URLSearchParams({ 'sign-in': result.refused });
    if (result.returnTo) query.set('return', result.returnTo);
    return redirectTo(`${LANDING}?${query.toString()}`);
  });

  registerContract(app, logOut, async (call) => {
    clearSessionCookies(call.res, app.secure);
    if (!call.session) return { goTo: HOME };
    return { goTo: (await signIn.signOut(call.session, call.address)) ?? HOME };
  });

  registerContract(app, whoAmI, async (call) => {
    const me = await accounts.me(call.signedIn().personId);
    refreshUserCookie(app, call, me);
    return deps.externalCabinet ? { ...me, externalCabinet: true } : me;
  });

  registerContract(app, chooseRoles, async (call) =>
    accounts.chooseRoles(call.signedIn().personId, call.body.roles),
  );

  registerContract(app, chooseSide, async (call) =>
    accounts.chooseSide(call.signedIn().personId, call.body.side),
  );
}

function screenOf({ register, renew }: Call<typeof logIn>['query']): SignInScreen {
  if (renew === '1') return 'renew';
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
