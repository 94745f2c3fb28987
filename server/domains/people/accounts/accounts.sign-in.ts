import type { Language } from '#shared/i18n/languages.ts';
import { unavailable } from '#server/platform/errors/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { BidsOnly, Session, SessionPerson, SessionStore } from '#server/platform/sessions/index.ts';
import {
  callbackAddress,
  type SignInPort,
  type SignInRefusal,
  type SignInScreen,
} from '#server/identity/index.ts';
import type { AccountsRepository, KnownOfPerson } from './accounts.repository.ts';
import type { ActionRecorder } from './accounts.service.ts';
import { deviceDetails } from './user-agent.ts';
import { authenticationDetails } from './fresh-sign-in.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import { sessionPersonOf, type Person } from './person.ts';
import type { FactsOf } from './profile/profile-facts.ts';

type ReturnedSignIn =
  | {
      signedIn: {
        secret: string;
        person: SessionPerson;
        /** Staff who showed no second factor: their rights wait until they do, and the site has not been asked for it yet. */
        lacksFactor: boolean;
      };
      returnTo: string;
    }
  | { refused: SignInRefusal | 'disabled'; returnTo: string | null };

export interface SignInService {
  /** Where to send the browser, and the secret its cookie must hold until it comes back. 503 while the site is away. */
  start(options: {
    screen: SignInScreen;
    returnTo: string;
    language: Language;
    browser: string | undefined;
  }): Promise<{ url: string; browser: string }>;
  /**
   * Checks a return from the site, opens a new session and ends the one the browser had. Refusals are logged. Whose account one
   * member of staff alone has shut gets a session for the running rooms they bid in, and nothing else.
   * 503 while the site is away.
   */
  finish(returned: {
    query: Record<string, string | undefined>;
    browser: string | undefined;
    previous: Session | null;
    address: string;
    /** User-Agent of the browser, for the list of sessions. */
    userAgent?: string | undefined;
  }): Promise<ReturnedSignIn>;
  /** Ends a session; where to go so that the one at the site ends as well, null where there is none. */
  signOut(session: Session, address: string): Promise<string | null>;
}

export interface SignInDeps {
  publicUrl: string;
  site: SignInPort;
  pending: PendingSignIns;
  people: Pick<AccountsRepository, 'byId'>;
  /** null: the account was deleted meanwhile. */
  storePerson(known: KnownOfPerson): Promise<Person | null>;
  factsOf: FactsOf;
  /** Where the owner of a shut account bids on; null: nowhere. */
  bidsOnWhileShut(personId: string): Promise<BidsOnly | null>;
  sessions: Pick<SessionStore, 'create' | 'end' | 'changePerson' | 'allEndedAt'>;
  actions: ActionRecorder;
  logger: Logger;
}

export function createSignInService(deps: SignInDeps): SignInService {
  const { site, pending, people, factsOf, bidsOnWhileShut, sessions, actions, logger } = deps;

  const away = (cause: unknown): never => {
    // Not retried here: the person presses again; the provider's code is unused or spent.
    throw unavailable('auth.sign-in-away', { cause });
  };

  async function refuse(
    refused: SignInRefusal | 'disabled',
    address: string,
    particulars: { returnTo?: string; because?: string | undefined; personId?: string } = {},
  ): Promise<ReturnedSignIn> {
    if (refused !== 'cancelled') {
      const { personId = null, because } = particulars;
      logger.warn({ reason: refused, because, personId }, 'sign-in refused');
      const reason = because ? `${refused}:${because}` : refused;
      await actions.record({
        personId,
        type: 'sign-in',
        action: 'sign-in',
        result: 'refused',
        reason,
        address,
      });
    }
    return { refused, returnTo: particulars.returnTo ?? null };
  }

  return {
    async start({ screen, returnTo, language, browser }) {
      const { url, pending: started } = await site.start({ screen, language }).catch(away);
      return { url, browser: await pending.keep({ ...started, screen, returnTo, language }, browser) };
    },

    async finish({ query, browser, previous, address, userAgent }) {
      const startedAtMs = Date.now();
      const started = await pending.take(query.state, browser);
      if (!started) return refuse('unknown-state', address);
      const { returnTo } = started;

      const callback = new URL(callbackAddress(deps.publicUrl));
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) callback.searchParams.set(name, value);
      }
      const result = await site.finish(callback, started).catch(away);
      if ('refused' in result) {
        return refuse(result.refused, address, { returnTo, because: result.because });
      }

      const { idToken, authenticatedAtMs, secondFactor, nameHadHiddenMarks, ...identity } = result.identity;
      const person = await deps.storePerson({ ...identity, language: started.language });
      if (!person) return refuse('disabled', address, { returnTo });
      // Somebody may want to look like somebody else: the name is stored without these marks, and staff can find it.
      if (nameHadHiddenMarks)
        await actions.record({
          personId: person.id,
          type: 'sign-in',
          action: 'name-cleaned',
          result: 'done',
          reason: 'hidden-marks',
          address,
        });
      if (person.disabled && !(await bidsOnWhileShut(person.id)))
        return refuse('disabled', address, { returnTo, personId: person.id });

      if (previous) await sessions.end(previous.handle);
      const { secret, session, displaced } = await sessions.create(
        sessionPersonOf(person, await factsOf(person)),
        {
          idToken,
          ...authenticationDetails(authenticatedAtMs, secondFactor),
          ...deviceDetails(userAgent, address),
        },
      );
      // Decided by staff while the session was made: their end of all sessions may have come before it.
      const now = await people.byId(person.id);
      const bidsOnly = now?.disabled ? await bidsOnWhileShut(person.id) : null;
      if (!now || (now.disabled && !bidsOnly)) {
        await sessions.end(session.handle);
        return refuse('disabled', address, { returnTo, personId: person.id });
      }
      // A new password, or all sessions ended by their owner: the site believed this sign-in before that.
      const endedAtMs = await sessions.allEndedAt(person.id);
      if (endedAtMs !== null && endedAtMs >= startedAtMs) {
        await sessions.end(session.handle);
        return refuse('unknown-state', address, { returnTo, personId: person.id });
      }
      if (bidsOnly) await sessions.end(session.handle, bidsOnly);
      if (now.roles.join() !== person.roles.join())
        await sessions.changePerson(person.id, { roles: now.roles });
      // The action log shows its owner why a device was signed out.
      for (let i = 0; i < displaced; i += 1) {
        await actions.record({
          personId: person.id,
          type: 'sign-in',
          action: 'sign-out-oldest',
          result: 'done',
          reason: 'too-many-sessions',
          address,
        });
      }
      await actions.record({
        personId: person.id,
        type: 'sign-in',
        action: 'sign-in',
        result: 'done',
        address,
      });
      const asked = started.screen === 'factor' || started.screen === 'renew-factor';
      const lacksFactor = session.withheld.length > 0 && !asked;
      return { signedIn: { secret, person: session.person, lacksFactor }, returnTo };
    },

    async signOut(session, address) {
      const { personId, language } = session.person;
      await sessions.end(session.handle);
      await actions.record({ personId, type: 'sign-in', action: 'sign-out', result: 'done', address });
      const { idToken } = session.extra;
      if (!idToken) return null;
      return site.signOutUrl({ idToken, language }).catch((error: unknown) => {
        // Not retried: the session here has ended; the one at the site expires.
        logger.warn({ err: error }, 'the sign-in site could not be asked for its sign-out');
        return null;
      });
    },
  };
}
