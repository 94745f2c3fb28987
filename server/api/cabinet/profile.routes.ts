import {
  demandFreshSignIn,
  type ContactsService,
  type ProfileService,
} from '#server/domains/people/accounts/index.ts';
import {
  confirmContact,
  myProfile,
  sendContactCode,
  setAddress,
  setNationalId,
  setRequisites,
  type Profile,
} from '#shared/api/cabinet/profile.ts';
import { noSession } from '#server/platform/errors/index.ts';
import { registerContract, setUserCookie, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type { Session } from '#server/platform/sessions/index.ts';

export interface ProfileRoutesDeps {
  profile: ProfileService;
  contacts: ContactsService;
  /** Counts one more PINFL or STIR that the person tries today: the answer says whether another account has it. 429 beyond the limit. */
  countNumberTry(personId: string): Promise<void>;
}

/** More than anyone mistypes, too few to look numbers up. */
export const NUMBER_TRIES_PER_DAY = 5;

export function registerProfileRoutes(app: HttpApp, deps: ProfileRoutesDeps): void {
  const { profile, contacts, countNumberTry } = deps;
  /** The answer, with the readable cookie as it now is: the page shows the new completeness at once. */
  const shown = (call: Pick<Call, 'res' | 'session'>, answer: Profile): Profile => {
    const userName = answer.phone.value ?? answer.email.value ?? '';
    const { name, percentage } = answer;
    if (call.session)
      setUserCookie(call.res, { ...call.session.person, name, userName, percentage }, app.secure);
    return answer;
  };

  registerContract(app, myProfile, async (call) => shown(call, await profile.read(call.signedIn().personId)));

  registerContract(app, setNationalId, async (call) => {
    const { personId } = call.signedIn();
    await countNumberTry(personId);
    return shown(call, await profile.setNationalId(personId, call.body.number, call.address));
  });

  registerContract(app, setAddress, async (call) =>
    shown(call, await profile.setAddress(call.signedIn().personId, call.body, call.address)),
  );

  registerContract(app, setRequisites, async (call) => {
    const { person } = demandFreshSignIn(call.session);
    return shown(call, await profile.setRequisites(person.personId, call.body, call.address));
  });

  registerContract(app, sendContactCode, (call) =>
    contacts.sendCode(sessionOf(call), call.body, call.address),
  );

  registerContract(app, confirmContact, async (call) => {
    const outcome = await contacts.confirm(sessionOf(call), call.body, call.address);
    if (outcome !== 'confirmed') return { outcome };
    return { outcome, profile: shown(call, await profile.read(call.signedIn().personId)) };
  });
}

function sessionOf({ session }: Pick<Call, 'session'>): Session {
  if (!session) throw noSession();
  return session;
}
