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
  /** The offer in force must be signed. */
  offer?: true;
  /** Nobody barred from auctions. */
  unbarred?: true;
}

/** What each action asks of a person; what it asks of a lot or an order is judged by the call itself. */
const DEMANDS: Record<Action, Demand> = {
  apply: {
    role: 'buyer',
    unbarred: true,
    facts: ['nationalId', 'phoneConfirmed', 'emailConfirmed'],
    offer: true,
  },
  bid: { role: 'buyer', unbarred: true },
  'top-up': {},
  refund: {},
  'order-create': { role: 'customer' },
  'order-send': {
    role: 'customer',
    facts: ['nationalId', 'phoneConfirmed', 'emailConfirmed', 'address', 'bankRequisites'],
    offer: true,
  },
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

/** The first obstacle between a person and an action: what can be done about it first comes first. */
export async function judgeAction(
  action: Action,
  person: Person | null,
  { factsOf, barOf }: { factsOf(person: Person): Promise<ProfileFacts>; barOf: BarOf },
): Promise<ActionVerdict> {
  if (!person) return stop('sign-in');
  const { role, facts: wanted = [], offer = false, unbarred = false } = DEMANDS[action];
  if (role && !person.roles.includes(role)) return stop('role');
  const until = unbarred ? await barOf(person) : null;
  if (until !== null) return stop('barred', { until });
  if (wanted.length === 0 && !offer) return { allowed: true };
  const facts = await factsOf(person);
  const missing = missingFacts(facts, wanted);
  if (missing.length > 0) return stop('profile', { missing });
  return offer && !facts.offerSigned ? stop('offer') : { allowed: true };
}
