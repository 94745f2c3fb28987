import {
  createPasswords,
  createProfile,
  registerActionAccessRoutes,
  registerEditRequestRoutes,
  registerPasswordRoutes,
  registerProfileRoutes,
  registerSessionRoutes,
  type Person,
} from '#server/domains/accounts/index.ts';
import { signInOverHttp } from '#server/integrations/sign-in/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createOneTimeCodes, type CodeMessage } from '#server/platform/one-time-codes/index.ts';
import type { Told } from '#shared/notifications/templates.ts';
import { Browser, makeAccount, reachCallback, startSignInStand, type SignInStand } from './sign-in-stand.ts';

/** The sign-in stand with everything people may do with their own data, and what was sent to them. */
export interface PeopleStand extends SignInStand {
  /** Codes that left, newest last. */
  sent: CodeMessage[];
  /** What people were told, in order. */
  told: (Told & { personId: string; key: string })[];
  /** People whose offer is signed. */
  signed: Set<string>;
  /** Last day of a person's bar. */
  bars: Map<string, string>;
  /** While true no gateway takes a code. */
  gatewayAway: boolean;
}

export async function startPeopleStand(): Promise<PeopleStand> {
  const signed = new Set<string>();
  const consent = { inForce: async (personId: string) => signed.has(personId) };
  const stand = await startSignInStand({ rateLimitFactor: 1_000, consent });
  const { app, database, actions, accounts } = stand;
  const people: PeopleStand = Object.assign(stand, {
    sent: [],
    told: [],
    signed,
    bars: new Map<string, string>(),
    gatewayAway: false,
  });
  const tell = async (_: unknown, message: PeopleStand['told'][number]) => void people.told.push(message);
  const profile = createProfile({
    ...{ db: database.db, actions, accounts, consent, tell },
    placeExists: async (regionId, areaId) => Math.floor(areaId / 1_000) === regionId,
    offerSettled: consent.inForce,
    barOf: async ({ pinfl, stir }) => people.bars.get(pinfl ?? stir ?? '') ?? null,
  });
  const codes = createOneTimeCodes({
    db: database.db,
    secret: 'a-secret-of-the-tests-only',
    factor: 1_000,
    sender: {
      send: async (message) => {
        if (people.gatewayAway) throw new Error('the gateway is away');
        people.sent.push(message);
      },
    },
  });
  registerProfileRoutes(app.app, { profile: profile.profile, contacts: profile.contacts(codes) });
  registerEditRequestRoutes(app.app, profile.editRequests);
  registerSessionRoutes(app.app, { sessions: app.sessions, actions });
  registerActionAccessRoutes(app.app, { texts: loadTexts(), judge: profile.mayDo });
  registerPasswordRoutes(
    app.app,
    createPasswords({ ...{ db: database.db, sessions: app.sessions, actions }, tell }),
  );
  return people;
}

/** Somebody of the shipped site who has just typed the password, in a browser of their own. */
export async function newPerson(stand: SignInStand, given: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(stand, given);
  const { phone: login, password } = account;
  const browser = new Browser();
  await browser.send(await reachCallback(stand, browser, { login, password }));
  const cookie = browser.cookieHeader(stand.app.url);
  const { id } = (await stand.app.call('GET', '/api/shop/auth/me', { cookie })).body as { id: string };
  const again = () =>
    signInOverHttp({ publicUrl: stand.app.url, identityUrl: stand.identityUrl, login, password });
  const person = async (): Promise<Person> => {
    const found = await stand.accounts.byId(id);
    if (!found) throw new Error('the person is gone');
    return found;
  };
  return { ...account, cookie, id, again, person, browser };
}
