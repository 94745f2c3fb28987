import type { ConsentsRepository } from './consents.repository.ts';

/** The person's last word on the offer, and whether it still counts. */
export async function consentOf(
  repository: Pick<ConsentsRepository, 'inEffect' | 'lastAnswer'>,
  personId: string,
) {
  const [{ current, required }, answer] = await Promise.all([
    repository.inEffect(),
    repository.lastAnswer(personId),
  ]);
  const inForce = answer !== null && answer.agreed && answer.version >= (required ?? 0);
  return { current, answer, inForce, mayAct: inForce || required === null };
}

export interface OfferConsent {
  /** Has the person signed a version that still counts? */
  inForce(personId: string): Promise<boolean>;
  /** May the person apply and send orders: signed, or no version's deadline has passed yet. */
  mayAct(personId: string): Promise<boolean>;
}

export const createOfferConsent = (
  repository: Pick<ConsentsRepository, 'inEffect' | 'lastAnswer'>,
): OfferConsent => ({
  inForce: async (personId) => (await consentOf(repository, personId)).inForce,
  mayAct: async (personId) => (await consentOf(repository, personId)).mayAct,
});
