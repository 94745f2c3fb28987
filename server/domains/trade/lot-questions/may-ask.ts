import type { AnyDb } from '#server/platform/database/index.ts';
import { QUESTIONABLE_STATUSES, type QuestionRefusal } from '#shared/lifecycles/lot-question.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import { QUESTIONS_PER_DAY, QUESTIONS_PER_LOT } from '#shared/limits/lot-questions.ts';
import { createLotQuestionsRepository } from './lot-questions.repository.ts';

const DAY_HOURS = 24;

export interface Asker {
  personId: string;
  isStaff: boolean;
}

export interface MayAskDeps {
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  /** Has the account confirmed a phone or an e-mail? */
  isConfirmed(personId: string): Promise<boolean>;
  /** Last day of a bar in force, `YYYY-MM-DD`; null: there is none. */
  barredUntil(personId: string): Promise<string | null>;
}

interface AskedLot {
  id: number;
  status: LotStatus;
  practice: boolean;
  seller: string | null;
}

/** Why the person may not ask about the lot now; null: they may. Under `lockAsking` the counts hold. */
export async function refusalToAsk(
  { isSamePerson, isConfirmed, barredUntil }: MayAskDeps,
  on: AnyDb,
  lot: AskedLot,
  { personId, isStaff }: Asker,
): Promise<QuestionRefusal | null> {
  if (isStaff) return 'staff';
  if (lot.seller !== null && (await isSamePerson(on, personId, lot.seller))) return 'own-lot';
  if (lot.practice || !QUESTIONABLE_STATUSES.includes(lot.status)) return 'not-on-trade';
  if (!(await isConfirmed(personId))) return 'unconfirmed';
  if ((await barredUntil(personId)) !== null) return 'barred';
  const questions = createLotQuestionsRepository(on);
  if ((await questions.ofPerson(lot.id, personId)).length >= QUESTIONS_PER_LOT) return 'too-many-on-lot';
  const today = await questions.countSince(personId, DAY_HOURS);
  return today >= QUESTIONS_PER_DAY ? 'too-many-today' : null;
}
