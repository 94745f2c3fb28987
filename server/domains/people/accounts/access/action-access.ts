import type { ActionAccess } from '#shared/api/cabinet/profile.ts';
import type { Role } from '#shared/api/contract.ts';
import {
  missingFacts,
  PROFILE_FACTS,
  type ProfileFact,
  type ProfileFacts,
} from '#shared/validation/profile-facts.ts';
import { isUnderAge } from '#shared/validation/of-age.ts';
import type { Action, ActionObstacle } from '#shared/api/cabinet/action-access.ts';
import type { Person } from '../person.ts';

interface Demand {
  role?: Role;
  facts?: readonly ProfileFact[];
  /** Natural persons must be of age. */
  ofAge?: true;
  /** `settled`: the offer must be signed, unless the person's deadline for signing has not passed. */
  offer?: 'settled' | 'signed';
  /** Refuses people barred from auctions. */
  unbarred?: true;
}

/** The whole profile but for the offer, which has its own obstacle. */
const FACTS_OF_PERSON = PROFILE_FACTS.filter((fact) => fact !== 'offerSigned');

/** Requirements of each action on the person; the call itself checks the lot or the order. */
const DEMANDS: Record<Action, Demand> = {
  apply: {
    role: 'buyer',
    unbarred: true,
    facts: ['nationalId', 'name', 'phoneConfirmed'],
    ofAge: true,
    offer: 'settled',
  },
  bid: { role: 'buyer', unbarred: true },
  // A seller is known completely: the protocol names the seller, who is then paid.
  sell: { role: 'customer', facts: FACTS_OF_PERSON, ofAge: true, offer: 'signed', unbarred: true },
  'top-up': {},
  refund: {},
};

/** Without its message, which is translated for the caller. */
export type ActionVerdict = Omit<ActionAccess, 'message'>;

/** Last day of a person's bar, `YYYY-MM-DD`; null while there is none. Provided by sanctions. */
type BarOf = (person: Pick<Person, 'id' | 'kind' | 'pinfl' | 'stir'>) => Promise<string | null>;

const stop = (reason: ActionObstacle, details: Partial<ActionVerdict> = {}): ActionVerdict => ({
  allowed: false,
  reason,
  ...details,
});

export interface JudgeDeps {
  factsOf(person: Person): Promise<ProfileFacts>;
  /** The offer is signed, or its deadline has not passed. Provided by signatures. */
  offerSettled(personId: string): Promise<boolean>;
  barOf: BarOf;
}

/** Of each of these accounts. */
export interface JudgeEachDeps {
  byIds(ids: readonly string[]): Promise<Person[]>;
  factsOfEach(people: readonly Person[]): Promise<ReadonlyMap<Person, ProfileFacts>>;
  /** Last day of the bar of each who is barred. */
  barsOf(personIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  offerSettled: JudgeDeps['offerSettled'];
}

/**
 * What stops each of these, by its id. However many are judged at once, the database is asked the same number of times, unless an
 * action demands that the offer be settled.
 */
export async function judgeActionOfEach(
  action: Action,
  personIds: readonly string[],
  { byIds, factsOfEach, barsOf, offerSettled }: JudgeEachDeps,
): Promise<ReadonlyMap<string, ActionVerdict>> {
  const asked = [...new Set(personIds)];
  const [people, bars] = await Promise.all([byIds(asked), barsOf(asked)]);
  const facts = await factsOfEach(people);
  const personOf = new Map(people.map((person) => [person.id, person]));
  const verdicts = await Promise.all(
    asked.map((id) =>
      judgeAction(action, personOf.get(id) ?? null, {
        factsOf: async (person) => facts.get(person)!,
        barOf: async () => bars.get(id) ?? null,
        offerSettled,
      }),
    ),
  );
  return new Map(asked.map((id, at) => [id, verdicts[at]!]));
}

/** The first obstacle between a person and an action, in the order in which the calls themselves refuse. */
export async function judgeAction(
  action: Action,
  person: Person | null,
  { factsOf, offerSettled, barOf }: JudgeDeps,
): Promise<ActionVerdict> {
  if (!person) return stop('sign-in');
  const { role, facts: wanted = [], offer, ofAge = false, unbarred = false } = DEMANDS[action];
  if (role && !person.roles.includes(role)) return stop('role');
  const facts = wanted.length > 0 || offer === 'signed' ? await factsOf(person) : null;
  const missing = facts ? missingFacts(facts, wanted) : [];
  if (missing.length > 0) return stop('profile', { missing });
  const { kind, pinfl, shownOfAge } = person;
  if (ofAge && kind === 'natural' && pinfl !== null && isUnderAge({ pinfl, shownOfAge }, Date.now()))
    return stop('under-age');
  if (offer === 'signed' && !facts?.offerSigned) return stop('offer');
  if (offer === 'settled' && !(await offerSettled(person.id))) return stop('offer');
  const until = unbarred ? await barOf(person) : null;
  return until === null ? { allowed: true } : stop('barred', { until });
}
