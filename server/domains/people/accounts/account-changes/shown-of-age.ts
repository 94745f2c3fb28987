import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { birthdayOf } from '#shared/validation/of-age.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Person } from '../person.ts';
import { publicName } from '../public-mask.ts';

/** A natural person whose number does not contain the day of birth: without a document they cannot trade. */
export const mustShowAge = ({ kind, pinfl }: Person): boolean =>
  kind === 'natural' && pinfl !== null && birthdayOf(pinfl) === null;

async function mustExist(on: AnyDb, personId: string): Promise<Person> {
  const person = await createAccountsRepository(on).byId(personId);
  if (!person) throw new Error(`there is no person ${personId}`);
  return person;
}

/** Somebody whose number does not contain the day of birth is of age, by a document. The day itself is stored nowhere. */
export const shownOfAge = (actions: ActionRecorder): DecisionKind<'of-age'> => ({
  name: 'of-age',
  subjectOf: ({ personId }) => `person:${personId}`,

  async lock(tx, { personId }) {
    await createAccountsRepository(tx).lock(personId);
  },

  async stateOf(on, { personId }) {
    const person = await createAccountsRepository(on).byId(personId);
    return person && { kind: person.kind, pinfl: person.pinfl, shown: person.shownOfAge };
  },

  concerns: async (_on, { personId }) => ({ personIds: [personId], lotId: null }),

  accounts: async (_on, { personId }) => [personId],

  async judge(on, { personId }) {
    const person = await mustExist(on, personId);
    return mustShowAge(person) && !person.shownOfAge ? null : 'nothing-to-do';
  },

  async preview(on, { personId }) {
    const { kind, name } = await mustExist(on, personId);
    return [{ fact: 'person', type: 'text', text: publicName(kind, name) }];
  },

  async apply(tx, { personId }, { decidedBy, decisionId }) {
    await createAccountsRepository(tx).setOfAge(personId);
    await actions.record(
      {
        personId: decidedBy,
        type: 'account',
        action: 'age-recorded',
        result: 'done',
        reason: `decision:${decisionId}`,
      },
      tx,
    );
    return null;
  },
});
