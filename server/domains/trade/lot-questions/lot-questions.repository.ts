import { sql } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  LOT_QUESTION,
  QUESTIONS_TO_APPROVE,
  SHOWN_QUESTIONS,
  UNFINISHED_QUESTIONS,
  UNSHOWN_QUESTIONS,
  type LotQuestionState,
} from '#shared/lifecycles/lot-question.ts';
import { APPROACHABLE_STATUSES } from '#shared/trade/approach.ts';
import type { LotQuestion, LotQuestionRow, LotQuestionTables } from './lot-question-tables.ts';

export interface NewQuestion {
  lotId: number;
  personId: string;
  text: string;
  language: Language;
}

/** What a change writes beside the state. */
export interface QuestionChange {
  answer?: { text: string; language: Language; by: string };
  decision?: { by: string; reason: string | null };
  /** The words without what is taken out of them. */
  masked?: { question: string; answer: string };
}

export interface QuestionFilter {
  lotId?: number;
  /** Seller of the lot. */
  seller?: string;
  states?: readonly LotQuestionState[];
}

export type QuestionEvent = Exclude<EventOf<typeof LOT_QUESTION>, 'ask' | 'lapse'>;
/** `waiting`: the earliest first; `unanswered`: those that wait for the seller first; otherwise the latest first. */
export type QuestionOrder = 'waiting' | 'unanswered' | 'latest';

const ends = (state: LotQuestionState): boolean =>
  (UNSHOWN_QUESTIONS as readonly LotQuestionState[]).includes(state);

export function createLotQuestionsRepository(db: Db<LotQuestionTables>) {
  const rows = ({ lotId, seller, states }: QuestionFilter) =>
    db
      .selectFrom('lot_question as q')
      .innerJoin('lot', 'lot.id', 'q.lot_id')
      .$if(lotId !== undefined, (query) => query.where('q.lot_id', '=', lotId!))
      .$if(seller !== undefined, (query) => query.where('lot.customer_person_id', '=', seller!))
      .$if(states !== undefined, (query) => query.where('q.state', 'in', states!));

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('q')
      .select(['lot.title as lot_title', 'lot.status as lot_status', 'lot.customer_person_id as seller']);

  return {
    /** Holds back other questions of the person until the transaction ends, so that counting them is right. */
    async lockAsking(personId: string): Promise<void> {
      await lockNamed(db, `lot-questions:${personId}`);
    },

    /** The lot as far as a question needs it, locked against deletion; null: there is none. */
    async lot(lotId: number) {
      const found = await db
        .selectFrom('lot')
        .select(['id', 'title', 'status', 'practice', 'customer_person_id as seller'])
        .where('id', '=', lotId)
        .forKeyShare()
        .executeTakeFirst();
      return found ?? null;
    },

    add: ({ lotId, personId, text, language }: NewQuestion): Promise<LotQuestion> =>
      db
        .insertInto('lot_question')
        .values({
          lot_id: lotId,
          person_id: personId,
          text,
          language,
          state: stateAfter(LOT_QUESTION, 'ask'),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** The person's questions about a lot, the latest first. */
    ofPerson: (lotId: number, personId: string): Promise<LotQuestion[]> =>
      db
        .selectFrom('lot_question')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .execute(),

    /** Questions of the person about all lots within the last so many hours. */
    async countSince(personId: string, hours: number): Promise<number> {
      const { total } = await db
        .selectFrom('lot_question')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('person_id', '=', personId)
        .where('asked_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Locked until the transaction ends. */
    async lock(id: number): Promise<LotQuestion | null> {
      const row = db.selectFrom('lot_question').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Against applications, reservations and purchases too, in the order in which a correction of the lot locks. */
    async lockLot(lotId: number): Promise<void> {
      await db.selectFrom('lot_stock').select('lot_id').where('lot_id', '=', lotId).forUpdate().execute();
      await db.selectFrom('lot').select('id').where('id', '=', lotId).forUpdate().execute();
    },

    async rowOf(id: number): Promise<LotQuestionRow | null> {
      return (await columns(rows({})).where('q.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Moves a locked question. @throws when the event cannot happen in its state */
    move(
      id: number,
      event: QuestionEvent,
      { answer, decision, masked }: QuestionChange = {},
    ): Promise<LotQuestion> {
      const state = stateAfter(LOT_QUESTION, event);
      const now = sql<Date>`clock_timestamp()`;
      return db
        .updateTable('lot_question')
        .set({ state, version: sql<number>`version + 1` })
        .$if(answer !== undefined, (query) =>
          query.set({
            answer: answer!.text,
            answer_language: answer!.language,
            answered_at: now,
            answered_by: answer!.by,
          }),
        )
        .$if(decision !== undefined, (query) =>
          query.set({ decided_at: now, decided_by: decision!.by, reason: decision!.reason }),
        )
        .$if(masked !== undefined, (query) =>
          query.set({ text: masked!.question, answer: masked!.answer, masked_at: now }),
        )
        .$if(ends(state), (query) => query.set({ ended_at: now }))
        .where('id', '=', id)
        .where('state', 'in', statesFrom(LOT_QUESTION, event))
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Those that everybody reads, the latest first. */
    async shown(
      lotId: number,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: LotQuestion[]; total: number }> {
      const ofLot = db
        .selectFrom('lot_question')
        .where('lot_id', '=', lotId)
        .where('state', 'in', SHOWN_QUESTIONS);
      const [items, { total }] = await Promise.all([
        ofLot.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
        ofLot.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items, total: Number(total) };
    },

    async page(
      filter: QuestionFilter,
      { limit, offset, order }: { limit: number; offset: number; order: QuestionOrder },
    ): Promise<{ items: LotQuestionRow[]; total: number }> {
      const open = statesFrom(LOT_QUESTION, 'answer');
      const [items, total] = await Promise.all([
        columns(rows(filter))
          .$if(order === 'unanswered', (query) => query.orderBy((eb) => eb('q.state', 'in', open), 'desc'))
          .orderBy('q.id', order === 'waiting' ? 'asc' : 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        this.count(filter),
      ]);
      return { items, total };
    },

    async count(filter: QuestionFilter): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** How many wait for staff. */
    countWaiting(): Promise<number> {
      return this.count({ states: QUESTIONS_TO_APPROVE });
    },

    /** Ends what is unfinished where the trade of the lot is over. @returns how many */
    async lapse(): Promise<number> {
      const lapsed = await db
        .updateTable('lot_question')
        .set({
          state: stateAfter(LOT_QUESTION, 'lapse'),
          version: sql<number>`lot_question.version + 1`,
          ended_at: sql<Date>`clock_timestamp()`,
        })
        .from('lot')
        .whereRef('lot.id', '=', 'lot_question.lot_id')
        .where('lot_question.state', 'in', UNFINISHED_QUESTIONS)
        .where('lot.status', 'not in', APPROACHABLE_STATUSES)
        .returning('lot_question.id')
        .execute();
      return lapsed.length;
    },

    /** Deletes what is no longer shown, so many days after it ended. */
    async purge(days: number): Promise<void> {
      await db
        .deleteFrom('lot_question')
        .where('state', 'in', UNSHOWN_QUESTIONS)
        .where('ended_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
        .execute();
    },
  };
}
