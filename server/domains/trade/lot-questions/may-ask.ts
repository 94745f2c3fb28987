import type { Approaching, ApproachedLot, RefusalToApproach } from '#server/domains/trade/lots/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { QuestionRefusal } from '#shared/lifecycles/lot-question.ts';
import { QUESTIONS_PER_DAY, QUESTIONS_PER_LOT } from '#shared/limits/lot-questions.ts';
import { createLotQuestionsRepository } from './lot-questions.repository.ts';

const DAY_HOURS = 24;

/** Why the person may not ask about the lot now; null: they may. Under `lockAsking` the counts hold. */
export async function refusalToAsk(
  refusalToApproach: RefusalToApproach,
  on: AnyDb,
  lot: ApproachedLot & { id: number },
  asker: Approaching,
): Promise<QuestionRefusal | null> {
  const refusal = await refusalToApproach(on, lot, asker);
  if (refusal) return refusal;
  const { personId } = asker;
  const questions = createLotQuestionsRepository(on);
  if ((await questions.ofPerson(lot.id, personId)).length >= QUESTIONS_PER_LOT) return 'too-many-on-lot';
  const today = await questions.countSince(personId, DAY_HOURS);
  return today >= QUESTIONS_PER_DAY ? 'too-many-today' : null;
}
