import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { birthdayOf } from '#shared/validation/of-age.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Person } from '../person.ts';
import { publicName } from '../public-mask.ts';

/** A natural person whose number does not contain the day of birth: without a document they cannot trade. */
export const needsDateOfBirth = ({ kind, pinfl }: Person): boolean =>
  kind === 'natural' && pinfl !== null && birthdayOf(pinfl) === null;

async function mustExist(on: AnyDb, personId: string): Promise<Person> {
  const person = await createAccountsRepository(on).byId(personId);
  if (!person) throw new Error(`there is no person ${personId}`);
  return person;
}

/** The day of birth of somebody whose number does not contain it, by the document that two of staff have seen. */
export const dateOfBirth = (actions: ActionRecorder): DecisionKind<'date-of-birth'> => ({
  name: 'date-of-birth',
  subjectOf: ({ personId }) => `person:${personId}`,

  async lock(tx, { personId }) {
    await createAccountsRepository(tx).lock(personId);
  },

  async stateOf(on, { personId }) {
    const person = await createAccountsRepository(on).byId(personId);
    return person && { kind: person.kind, pinfl: person.pinfl, bornOn: person.bornOn };
  },

  concerns: async (_on, { personId }) => ({ personIds: [personId], lotId: null }),

  async judge(on, { personId, bornOn }) {
    const person = await mustExist(on, personId);
    return needsDateOfBirth(person) && person.bornOn !== bornOn ? null : 'nothing-to-do';
  },

  async preview(on, { personId, bornOn }) {
    const { kind, name } = await mustExist(on, personId);
    return [
      { fact: 'person', type: 'text', text: publicName(kind, name) },
      { fact: 'born-on', type: 'text', text: bornOn },
    ];
  },

  async apply(tx, { personId, bornOn }, { decidedBy, decisionId }) {
    await createAccountsRepository(tx).setDateOfBirth(personId, bornOn);
    await actions.record(
      {
        personId: decidedBy,
        type: 'account',
        action: 'birth-recorded',
        result: 'done',
        reason: `decision:${decisionId}`,
      },
      tx,
    );
    return null;
  },
});
