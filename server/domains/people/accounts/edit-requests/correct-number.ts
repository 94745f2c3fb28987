import { takenOf, type Directory } from '#server/identity/index.ts';
import { writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { OPEN_EDIT_REQUESTS } from '#shared/lifecycles/edit-request.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';
import { ACCOUNT_EVENTS } from '../accounts.events.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { PersonNumbers } from '../numbers/person-numbers.ts';
import { numberField } from '../profile/national-id.ts';
import { publicName, publicPinfl, publicStir } from '../public-mask.ts';
import { applyChanges, type ApplyDeps } from './apply-changes.ts';
import { createEditRequestsRepository, type EditRequestRow } from './edit-requests.repository.ts';

/** While one of these is there, papers and money are under way in the name and the number of before. */
export const UNDER_WAY: readonly AccountTie[] = [
  'lot',
  'application',
  'purchase',
  'settlement',
  'offer',
  'protest',
  'payout',
  'hand-over',
];

interface NationalNumber {
  kind: 'pinfl' | 'stir';
  value: string;
}

export interface CorrectNumberDeps extends Omit<ApplyDeps, 'directoryOf' | 'numbers'> {
  directoryOf(db: AnyDb): Pick<Directory, 'change' | 'byNumber'>;
  numbers: Pick<PersonNumbers, 'remember' | 'proven' | 'proofOf' | 'leave'>;
  actions: ActionRecorder;
  tiesOf(on: AnyDb, personId: string): Promise<AccountTie[]>;
  /** Debarments that were recorded through this account under the one number are recorded under the other. */
  moveBars(tx: AnyDb, personId: string, from: NationalNumber, to: NationalNumber): Promise<void>;
  barredUntil(personId: string): Promise<string | null>;
  /** What was signed in the name of the number before no longer counts. */
  voidSignatures(tx: AnyDb, personId: string): Promise<void>;
}

/** The number that a request asks for, and the account's own; null: there is no such request. */
async function asked(on: AnyDb, requestId: number) {
  const request = await createEditRequestsRepository(on).byId(requestId);
  if (!request) return null;
  const person = await createAccountsRepository(on).byId(request.personId);
  if (!person) return null;
  const field = numberField(request.changes.kind ?? person.kind);
  const before = person[numberField(person.kind)];
  const { nationalId } = request.changes;
  return {
    request,
    person,
    from: before === null ? null : ({ kind: numberField(person.kind), value: before } as const),
    /** null: it asks for another name alone. */
    to: nationalId === null ? null : ({ kind: field, value: nationalId } as const),
  };
}

async function mustBeAsked(on: AnyDb, requestId: number) {
  const found = await asked(on, requestId);
  if (!found) throw new Error(`there is no request ${requestId}`);
  return found;
}

const masked = ({ kind, value }: NationalNumber): string =>
  kind === 'pinfl' ? publicPinfl(value) : publicStir(value);

const isOpen = ({ status }: EditRequestRow): boolean =>
  (OPEN_EDIT_REQUESTS as readonly EditRequestRow['status'][]).includes(status);

/**
 * The PINFL or STIR of an account changes at its owner's request, once nothing is under way in the name of the one before, or its name
 * alone. Debarments go with the human, a number wrongly entered is free again, and consent and keys are given again. A debarment under a number that a
 * document had proven stays on that number as well.
 */
export const correctNumber = (deps: CorrectNumberDeps): DecisionKind<'correct-number'> => ({
  name: 'correct-number',
  subjectOf: ({ requestId }) => `edit-request:${requestId}`,

  async lock(tx, { requestId }) {
    const request = await createEditRequestsRepository(tx).byId(requestId);
    if (request) await createAccountsRepository(tx).lock(request.personId);
  },

  async stateOf(on, { requestId }) {
    const found = await asked(on, requestId);
    if (!found) return null;
    const { kind, name, pinfl, stir } = found.person;
    const { changes, before } = found.request;
    return { changes, before, kind, name, pinfl, stir };
  },

  async concerns(on, { requestId }) {
    const { request } = await mustBeAsked(on, requestId);
    return { personIds: [request.personId], lotId: null };
  },

  accounts: async (on, { requestId }) => [(await mustBeAsked(on, requestId)).request.personId],

  async judge(on, { requestId }) {
    const found = await asked(on, requestId);
    if (!found || !isOpen(found.request)) return 'nothing-to-do';
    const { person, to } = found;
    if (!to) return null;
    const atSite = await deps.directoryOf(on).byNumber(to.kind, to.value);
    if (atSite.some(({ id }) => id !== person.subject)) return 'number-taken';
    if (await createAccountsRepository(on).isNumberTaken(person.id, to.kind, to.value)) return 'number-taken';
    const ties = await deps.tiesOf(on, person.id);
    return ties.some((tie) => UNDER_WAY.includes(tie)) ? 'still-trading' : null;
  },

  /** Masked, as in public: it stays for good. The request has the whole numbers. */
  async preview(on, { requestId }) {
    const found = await asked(on, requestId);
    // Its person was erased.
    if (!found) return [];
    const { person, request, from, to } = found;
    const until = await deps.barredUntil(person.id);
    const { name, kind } = request.changes;
    return [
      { fact: 'person', type: 'text', text: publicName(person.kind, person.name) },
      ...(name === null
        ? []
        : [{ fact: 'name-after', type: 'text', text: publicName(kind ?? person.kind, name) } as const]),
      ...(from && to ? [{ fact: 'number-before', type: 'text', text: masked(from) } as const] : []),
      ...(to ? [{ fact: 'number-after', type: 'text', text: masked(to) } as const] : []),
      ...(until === null ? [] : [{ fact: 'barred-until', type: 'text', text: until } as const]),
    ];
  },

  async apply(tx, { requestId }, { decidedBy, decisionId }) {
    const { person, request, from, to } = await mustBeAsked(tx, requestId);
    const { numbers, actions } = deps;
    await numbers.remember(tx, person.id);
    const proof = from && (await numbers.proofOf(tx, person.id, from.kind, from.value));
    try {
      const applied = await applyChanges(tx, request, decidedBy, deps);
      if (applied === 'taken') return 'number-taken';
      if (applied !== 'done') return 'nothing-to-do';
    } catch (error) {
      // Not retried: another account of the shipped site took the number after it was judged.
      if (takenOf(error)) return 'number-taken';
      throw error;
    }
    // Bars that stay on it were recorded through this account, and bar its human under the new number too.
    if (from && to)
      await numbers.leave(tx, person.id, { field: from.kind, value: from.value, proof }, () =>
        deps.moveBars(tx, person.id, from, to),
      );
    if (to) await deps.voidSignatures(tx, person.id);
    for (const [personId, action] of [
      [person.id, 'edit-approved'],
      [decidedBy, 'edit-decided'],
    ] as const)
      await actions.record(
        { personId, type: 'profile', action, result: 'done', reason: `decision:${decisionId}` },
        tx,
      );
    await writeOutbox(tx, { topic: ACCOUNT_EVENTS.identityChanged, payload: { personId: person.id } });
    return null;
  },
});
