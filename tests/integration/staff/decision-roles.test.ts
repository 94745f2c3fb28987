import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { ROLES, type Role } from '#shared/api/contract.ts';
import { DECISION_KIND_NAMES, type DecisionKindName } from '#shared/decisions/kinds.ts';
import { DECISION_FIXTURES, type DecisionSubject } from '../../fixtures/decision-fixtures.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';

let letters = 16;
/** A document of the bank pays out what somebody lost once: each proposal has its own. */
const WHY = {
  reason: 'the reason that is written down',
  get document() {
    return `Letter ${(letters += 1)} of 20.11.2026`;
  },
};
const NOTE = 'a reason to turn it down';

type Part = 'makes' | 'reads' | 'none';
type Parts = Readonly<Record<Role, Part>>;

const OFFICE: Parts = {
  buyer: 'none',
  customer: 'none',
  moderator: 'none',
  operator: 'makes',
  auditor: 'reads',
  administrator: 'makes',
};
const MODERATION: Parts = { ...OFFICE, moderator: 'makes', operator: 'reads' };

const DICTIONARY: Parts = { ...OFFICE, moderator: 'reads' };

/** What each role has to do with each kind, written out: a change of a right shows here. A kind without an entry does not compile. */
const PARTS: Readonly<Record<DecisionKindName, Parts>> = {
  'forfeit-exit': OFFICE,
  'claim-end': OFFICE,
  'indemnity-in': OFFICE,
  'missed-payment': OFFICE,
  'note-difference': OFFICE,
  'correct-number': OFFICE,
  'of-age': OFFICE,
  'payment-absence': OFFICE,
  'payout-return': OFFICE,
  'confirm-statement': OFFICE,
  'correct-credit': OFFICE,
  'credit-claim-end': OFFICE,
  'confirm-hand-over': OFFICE,
  'end-technical-break': OFFICE,
  'incident-message': OFFICE,
  'correct-lot': MODERATION,
  'mask-question': { ...OFFICE, moderator: 'makes' },
  'rename-entry': DICTIONARY,
  'stop-repeat': { ...OFFICE, moderator: 'makes' },
  'publish-offer': DICTIONARY,
};

/** What comes of each step of somebody with such a part. */
const OUTCOMES = {
  makes: {
    propose: 'done',
    may: ['decide', 'turn-down'],
    'decide own': 'second-person',
    'decide own under another account': 'second-person',
    'turn down own': 'second-person',
    'decide about themselves': 'own-interest',
    'propose about themselves': 'own-interest',
    'withdraw of another': 'not-own',
    'turn down': 'done',
    decide: 'done',
    'effects of it all': 1,
  },
  reads: {
    propose: 'no-right',
    may: [],
    'withdraw of another': 'no-right',
    'turn down': 'no-right',
    decide: 'no-right',
    'effects of it all': 0,
  },
  none: {
    propose: 'no-right',
    may: 'not shown',
    'withdraw of another': 'none',
    'turn down': 'none',
    decide: 'none',
    'effects of it all': 0,
  },
} as const;

let app: DecisionsApp;
beforeAll(async () => {
  app = await startDecisionsApp();
});
// Dropping the database proves that the books balance.
afterAll(() => app.close());

const decisions = () => app.office.decisions;

async function proposed({ proposed: what }: DecisionSubject, by: DecisionStaff): Promise<number> {
  const answer = await decisions().propose(what, WHY, by);
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
  return answer.decisionId;
}

/** Another account of somebody whom the decision concerns, with this role. */
async function concernedAs(role: Role, concerned: string): Promise<DecisionStaff> {
  const self = await app.staff(undefined, [role]);
  await app.database.pool.query(
    `update person set phone = (select phone from person where id::text = $2) where id::text = $1`,
    [concerned, self.personId],
  );
  return self;
}

/** As the person who proposed it, under this account and another one, and as one whom it concerns. */
async function asFirst(subject: DecisionSubject, by: DecisionStaff, role: Role) {
  const id = await proposed(subject, by);
  const again = await app.staff(by, [role]);
  const own = {
    'decide own': (await decisions().decide(id, by)).outcome,
    'decide own under another account': (await decisions().decide(id, again)).outcome,
    'turn down own': (await decisions().turnDown(id, NOTE, again)).outcome,
  };
  await decisions().withdraw(id, by);
  return own;
}

async function aboutThemselves(subject: DecisionSubject, first: DecisionStaff, role: Role) {
  // Some kinds concern no one but the operator.
  if (subject.concerned === null) return null;
  const self = await concernedAs(role, subject.concerned);
  const refused = (await decisions().propose(subject.proposed, WHY, self)).outcome;
  const id = await proposed(subject, first);
  const own = {
    'propose about themselves': refused,
    'decide about themselves': (await decisions().decide(id, self)).outcome,
  };
  await decisions().withdraw(id, first);
  return own;
}

/** As the second person. */
async function asSecond(subject: DecisionSubject, first: DecisionStaff, by: DecisionStaff) {
  const id = await proposed(subject, first);
  const shown = await app.office.readDecisions.one(id, by);
  const withdrawn = (await decisions().withdraw(id, by)).outcome;
  const turnedDown = (await decisions().turnDown(id, NOTE, by)).outcome;
  const next = turnedDown === 'done' ? await proposed(subject, await app.staff()) : id;
  return {
    may: shown?.may ?? 'not shown',
    'withdraw of another': withdrawn,
    'turn down': turnedDown,
    decide: (await decisions().decide(next, by)).outcome,
    'effects of it all': await subject.effects(),
  };
}

describe.each(DECISION_KIND_NAMES)('a decision of the kind %s', (kind) => {
  test.each(ROLES)('by %s, as the first person and as the second', async (role) => {
    const part = PARTS[kind][role];
    const subject = await DECISION_FIXTURES[kind](app.database);
    const [first, by] = [await app.staff(), await app.staff(undefined, [role])];
    const begun = await decisions().propose(subject.proposed, WHY, by);
    if (begun.outcome === 'done') await decisions().withdraw(begun.decisionId, by);
    const own = part === 'makes' ? await asFirst(subject, by, role) : {};
    const about = part === 'makes' ? await aboutThemselves(subject, first, role) : {};
    const found = { propose: begun.outcome, ...own, ...about, ...(await asSecond(subject, first, by)) };
    const expected: Record<string, unknown> = { ...OUTCOMES[part] };
    if (about === null) {
      delete expected['propose about themselves'];
      delete expected['decide about themselves'];
    }
    expect(found).toEqual(expected);
  });
});
