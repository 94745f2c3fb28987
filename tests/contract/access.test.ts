import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '#shared/api/index.ts';
import { ROLES, type Contract, type Role } from '#shared/api/contract.ts';
import { callServer, type CallAnswer } from '../fixtures/app.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startContractFixture, type ContractFixture, type SignedIn } from '../fixtures/contract-fixture.ts';
import { eventually } from '../fixtures/services.ts';
import { EACH_THEIR_OWN, EVERYBODY, ITS_OWNER, OF_SERVERS, STAFF } from '../fixtures/access-table.ts';

let fixture: ContractFixture;
/** One person of each role, none of whom owns what the calls are about. */
let others: Record<Role, SignedIn>;
/** What only the owner may read; found in no one else's answer. */
let marks: string[];

beforeAll(async () => {
  fixture = await startContractFixture();
  const people = await Promise.all(
    ROLES.map(async (role) => [role, await fixture.signIn(`Another ${role}`, [role])] as const),
  );
  others = Object.fromEntries(people) as Record<Role, SignedIn>;
  const signIn = contractOf('auth.login');
  await eventually(
    async () => (await fixture.call(signIn, '')).status === 302,
    'the sign-in site to be there',
    20_000,
  );
  const { id, name } = fixture.people.buyer;
  const payment = fixture.good['payments.details']?.params?.paymentId;
  marks = [id, name, String(payment), '30101990000015', '20208000900000000001', '860049******0018'];
});
afterAll(() => fixture.close());

const contractOf = (name: string): Contract => {
  const found = CONTRACTS.find((each) => each.name === name);
  if (!found) throw new Error(`the table names ${name}, which no contract has`);
  return found;
};

/** Asked of somebody who has just typed the password, and who has neither a number nor a request to staff that waits. */
const NEEDS_FRESH_SIGN_IN = new Set([
  'profile.data-file',
  'refunds.create',
  'gateway.add-account',
  'gateway.add-card',
  'user.change-password',
  'profile.ask-for-edit',
  'profile.claim-number',
  'api-tokens.create',
  'webhooks.create',
  'webhooks.rotate',
  'telegram.link',
  'profile.set-requisites',
  'order.send-code-bank-info',
  'order.update-bank-info',
]);
/** Of the first operator, and for its author alone. */
const AUTHORS_OWN = new Set([
  'console.submit-bar-proposal',
  'console.withdraw-bar-proposal',
  'console.withdraw-reference-proposal',
  'console.withdraw-decision',
  'console.drop-result-cancellation',
]);
/** Asked of somebody who has nothing left to finish, in this order. */
const OF_THE_IDLE = new Set(['profile.ask-erasure', 'profile.take-back-erasure']);
const ownerOf = (name: string): SignedIn => {
  if (OF_THE_IDLE.has(name)) return fixture.people.idle;
  return NEEDS_FRESH_SIGN_IN.has(name) ? fixture.people.renewed : fixture.people.buyer;
};

const inWords = (answer: CallAnswer) => `${answer.status} ${JSON.stringify(answer.body)}`;

/** The answer is an error of ours which tells nothing of what was asked for. */
function refusesWith(status: number, answer: CallAnswer, who: string) {
  expect(answer.status, `${who}: ${inWords(answer)}`).toBe(status);
  expect(answer.body.ERROR.code).toBeTypeOf('string');
  expect(answer.body.ERROR.message.length).toBeGreaterThan(5);
  tellsNothing(answer, who);
}

/** Nothing of the owner is in the answer, whatever it is, and no cache keeps it. */
function tellsNothing(answer: CallAnswer, who: string) {
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  for (const mark of marks) expect(body, `${who} reads ${mark}`).not.toContain(mark);
}

/** Without the id, which every answer has of its own. */
const essence = ({ status, body }: CallAnswer) => ({
  status,
  body: body.ERROR ? { ...body.ERROR, requestId: null } : body,
});

const keptNowhere = (answer: CallAnswer) => expect(answer.headers.get('cache-control')).toContain('no-store');

const each = (names: readonly string[]) => names.map((name) => [name] as const);

/** One of them, dealt in turn over all calls; in the complete run all. */
const sampled = (name: string, roles: readonly Role[] = ROLES): Role[] => {
  const turn = CONTRACTS.findIndex((contract) => contract.name === name);
  return roles.filter((_, i) => COMPLETE || i === turn % roles.length);
};

/** The same call by one person of every role, all at once. */
const asOthers = (contract: Contract, roles: readonly Role[] = ROLES) =>
  Promise.all(roles.map(async (role) => [role, await fixture.call(contract, others[role].cookie)] as const));

test('every call of the API has its place in the table, once', () => {
  const placed = [
    ...EVERYBODY,
    ...EACH_THEIR_OWN,
    ...OF_SERVERS,
    ...Object.keys(ITS_OWNER),
    ...Object.keys(STAFF),
  ];
  expect(placed.toSorted()).toEqual(CONTRACTS.map(({ name }) => name).toSorted());
  const ofRoles = CONTRACTS.filter(({ access }) => typeof access === 'object').map(({ name }) => name);
  expect(Object.keys(STAFF)).toEqual(expect.arrayContaining(ofRoles));
});

// First, because later calls end what these are about.
describe('what has one owner', () => {
  test.each(each(Object.keys(ITS_OWNER)))('%s knows the thing for its owner alone', async (name) => {
    const contract = contractOf(name);
    const { status, nobodys, readers = [], named = false } = ITS_OWNER[name] ?? { status: 404 };
    const tried = async (roles?: Role[]) => {
      refusesWith(401, await fixture.call(contract, ''), 'a visitor');
      const answers = await asOthers(contract, roles);
      const withoutRight = answers.filter(([role]) => !readers.includes(role));
      for (const [role, answer] of answers.filter(([one]) => readers.includes(one)))
        expect(answer.status, `${role}: ${inWords(answer)}`).toBe(200);
      for (const [role, answer] of withoutRight)
        expect(answer.status, `${role}: ${inWords(answer)}`).toBe(status);
      for (const [role, answer] of withoutRight.filter(([, one]) => one.status === 404))
        refusesWith(404, answer, role);
      for (const [role, answer] of named ? withoutRight : answers) tellsNothing(answer, role);
      for (const [role, answer] of nobodys ? answers : []) {
        const unknown = await fixture.call(contract, others[role].cookie, { body: nobodys });
        expect(essence(answer)).toEqual(essence(unknown));
      }
    };
    await tried();
    // It was there all the time, and the tries of others have done nothing to it.
    const mine = await fixture.call(contract, ownerOf(name).cookie);
    expect(mine.status, inWords(mine)).toBe(200);
    keptNowhere(mine);
    await tried(sampled(name));
  });
});

describe('what is open to everybody', () => {
  test.each(each(EVERYBODY))('%s asks no one to sign in and tells nothing of anyone', async (name) => {
    const contract = contractOf(name);
    const visitor = await fixture.call(contract, '');
    expect([401, 403], inWords(visitor)).not.toContain(visitor.status);
    expect(visitor.status).toBeLessThan(500);
    tellsNothing(visitor, 'a visitor');
    // Signing out ends sessions, which the other calls need.
    if (name === 'auth.logout') return;
    for (const [role, answer] of await asOthers(contract, sampled(name))) {
      expect([401, 403], `${role}: ${inWords(answer)}`).not.toContain(answer.status);
      expect(answer.status).toBeLessThan(500);
      tellsNothing(answer, role);
    }
  });
});

test.each(each(OF_SERVERS))('%s takes no one’s session for the secret of a server', async (name) => {
  refusesWith(401, await fixture.call(contractOf(name), ''), 'a visitor');
  for (const [role, answer] of await asOthers(contractOf(name))) refusesWith(401, answer, role);
});

describe('what is each person’s own', () => {
  test.each(each(EACH_THEIR_OWN))(
    '%s is closed to visitors and answers others with nothing of mine',
    async (name) => {
      const contract = contractOf(name);
      refusesWith(401, await fixture.call(contract, ''), 'a visitor');
      const mine = await fixture.call(contract, ownerOf(name).cookie);
      expect(mine.status, inWords(mine)).toBe(200);
      keptNowhere(mine);
      for (const [role, answer] of await asOthers(contract, sampled(name))) {
        expect(answer.status, `${role}: ${inWords(answer)}`).toBeLessThan(500);
        expect(answer.status).not.toBe(401);
        tellsNothing(answer, role);
        keptNowhere(answer);
      }
    },
  );
});

describe('what is for staff', () => {
  /** A request of an operator who has nothing else waiting, which others decide. */
  async function withRequest(contract: Contract): Promise<Contract> {
    if (!contract.path.includes(':requestId')) return contract;
    const path = `/api/console/rooms/${fixture.lotId}/extend`;
    const asker = await fixture.signIn(`Asks for ${contract.name}`, ['operator']);
    const { body } = await callServer(fixture.platform.url, 'POST', path, {
      body: { minutes: 1, reason: `for ${contract.name}` },
      cookie: asker.cookie,
    });
    return { ...contract, path: contract.path.replace(':requestId', String(body.requestId)) };
  }

  test.each(each(Object.keys(STAFF)))('%s is closed to all but its roles', async (name) => {
    const allowed = STAFF[name] ?? [];
    const contract = await withRequest(contractOf(name));
    const barred = ROLES.filter((role) => !allowed.includes(role));
    const tried = async (roles: Role[]) => {
      refusesWith(401, await fixture.call(contract, ''), 'a visitor');
      refusesWith(403, await fixture.call(contract, fixture.people.buyer.cookie), 'the owner');
      for (const [role, answer] of await asOthers(contract, roles)) refusesWith(403, answer, role);
    };
    await tried(barred);
    const [other, ...further] = allowed.map((role) => others[role]);
    const first = AUTHORS_OWN.has(name) ? fixture.people.operator : other;
    const answer = await fixture.call(contract, first?.cookie ?? '');
    expect(answer.status, inWords(answer)).toBe(200);
    keptNowhere(answer);
    const later: [who: string, answer: CallAnswer][] = [];
    for (const { cookie, name: who } of further) later.push([who, await fixture.call(contract, cookie)]);
    // What can be done once is done by now.
    for (const [who, one] of later) expect([401, 403], `${who}: ${inWords(one)}`).not.toContain(one.status);
    // The sample is of a kind that moderators do not see; all other reading is as open to them.
    const unseen = later.filter(([who]) => name === 'console.decision' && who === others.moderator.name);
    for (const [who, one] of unseen) refusesWith(404, one, who);
    const read = later.filter((one) => contract.method === 'get' && !unseen.includes(one));
    for (const [who, one] of read) expect(one.status, `${who}: ${inWords(one)}`).toBe(200);
    // Once it has succeeded it is as closed as before.
    await tried(sampled(name, barred));
  });
});
