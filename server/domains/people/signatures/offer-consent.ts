import type { ConsentAnswer, ConsentsRepository } from './consents.repository.ts';

/** The person's last word on the offer, and whether it still counts. */
export async function consentOf(
  repository: Pick<ConsentsRepository, 'inEffect' | 'lastAnswer'>,
  personId: string,
) {
  const [{ current, required }, answer] = await Promise.all([
    repository.inEffect(),
    repository.lastAnswer(personId),
  ]);
  const inForce = counts(answer, required);
  return { current, answer, inForce, mayAct: inForce || required === null };
}

const counts = (answer: ConsentAnswer | null | undefined, required: number | null): boolean =>
  !!answer && answer.agreed && answer.version >= (required ?? 0);

export interface OfferConsent {
  /** Has the person signed a version that still counts? */
  inForce(personId: string): Promise<boolean>;
  /** Those of these who have. */
  inForceOf(personIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** May the person apply and send orders: signed, or no version's deadline has passed yet. */
  mayAct(personId: string): Promise<boolean>;
}

export const createOfferConsent = (
  repository: Pick<ConsentsRepository, 'inEffect' | 'lastAnswer' | 'lastAnswers'>,
): OfferConsent => ({
  async inForceOf(personIds) {
    const [{ required }, answers] = await Promise.all([
      repository.inEffect(),
      repository.lastAnswers(personIds),
    ]);
    return new Set(personIds.filter((id) => counts(answers.get(id), required)));
  },
  inForce: async (personId) => (await consentOf(repository, personId)).inForce,
  mayAct: async (personId) => (await consentOf(repository, personId)).mayAct,
});
