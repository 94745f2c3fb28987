import type { ActionAccess } from '#shared/api/profile.ts';
import type { Role } from '#shared/api/contract.ts';
import {
  missingFacts,
  type Action,
  type ActionObstacle,
  type ProfileFact,
  type ProfileFacts,
} from '#shared/states/profile.ts';
import type { Person } from '../person.ts';

interface Demand {
  role?: Role;
  facts?: readonly ProfileFact[];
  /** Whoever had to sign the offer by now must have signed it. */
  offer?: true;
  /** Nobody barred from auctions. */
  unbarred?: true;
}

/** What each action asks of a person; what it asks of a lot or an order is judged by the call itself. */
const DEMANDS: Record<Action, Demand> = {
  apply: {
    role: 'buyer',
    unbarred: true,
    facts: ['nationalId', 'name', 'phoneConfirmed'],
    offer: true,
  },
  bid: { role: 'buyer', unbarred: true },
  'top-up': {},
  refund: {},
};

/** Without its message, which is put into the caller's language. */
export type ActionVerdict = Omit<ActionAccess, 'message'>;

/** Last day of a person's bar, `YYYY-MM-DD`; null while there is none. The sanctions hand it in. */
export type BarOf = (person: Pick<Person, 'kind' | 'pinfl' | 'stir'>) => Promise<string | null>;

const stop = (reason: ActionObstacle, details: Partial<ActionVerdict> = {}): ActionVerdict => ({
  allowed: false,
  reason,
  ...details,
});

export interface JudgeDeps {
  factsOf(person: Person): Promise<ProfileFacts>;
  /** The offer is signed, or nobody had to sign it yet. The signatures hand it in. */
  offerSettled(personId: string): Promise<boolean>;
  barOf: BarOf;
}

/** The first obstacle between a person and an action, in the order in which the calls themselves object. */
export async function judgeAction(
  action: Action,
  person: Person | null,
  { factsOf, offerSettled, barOf }: JudgeDeps,
): Promise<ActionVerdict> {
  if (!person) return stop('sign-in');
  const { role, facts: wanted = [], offer = false, unbarred = false } = DEMANDS[action];
  if (role && !person.roles.includes(role)) return stop('role');
  const missing = wanted.length > 0 ? missingFacts(await factsOf(person), wanted) : [];
  if (missing.length > 0) return stop('profile', { missing });
  if (offer && !(await offerSettled(person.id))) return stop('offer');
  const until = unbarred ? await barOf(person) : null;
  return until === null ? { allowed: true } : stop('barred', { until });
}
