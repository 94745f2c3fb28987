import type { Approaching, RefusalToApproach } from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { MyQuestion, ReceivedQuestion, ShownQuestion } from '#shared/api/site/lot-questions.ts';
import { contactDataIn, type ContactData } from '#shared/content/contact-data.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { languageOfText } from '#shared/i18n/text-language.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import {
  LOT_QUESTION,
  QUESTIONS_OF_SELLER,
  type LotQuestionState,
  type QuestionRefusal,
} from '#shared/lifecycles/lot-question.ts';
import { QUESTIONS_PER_LOT } from '#shared/limits/lot-questions.ts';
import { mayBeAnswered, myView, receivedView, shownView } from './lot-question-views.ts';
import { createLotQuestionsRepository } from './lot-questions.repository.ts';
import { refusalToAsk } from './may-ask.ts';

export interface LotQuestionsDeps {
  db: AnyDb;
  refusalToApproach: RefusalToApproach;
}

interface Page {
  page: number;
  size: number;
}
const rangeOf = ({ page, size }: Page) => ({ limit: size, offset: (page - 1) * size });

interface Written {
  text: string;
  /** Language of the page it was written on. */
  language: Language;
}

type WithContactData = { verdict: 'contact-data'; found: ContactData[] };
type Asked =
  | { verdict: 'asked'; already: boolean; question: MyQuestion }
  | { verdict: 'refused'; reason: QuestionRefusal }
  | WithContactData;
type Answered = { verdict: 'answered' | 'over'; question: ReceivedQuestion } | WithContactData;

export type LotQuestions = ReturnType<typeof createLotQuestions>;

/** Questions about lots, as everybody, their authors and the sellers see and write them. */
export function createLotQuestions({ db, refusalToApproach }: LotQuestionsDeps) {
  const questions = createLotQuestionsRepository(db);

  return {
    async ofLot(
      lotId: number,
      wanted: Page,
    ): Promise<{ items: ShownQuestion[]; total: number; page: number; size: number }> {
      const { items, total } = await questions.shown(lotId, rangeOf(wanted));
      return { items: items.map(shownView), total, ...wanted };
    },

    /** null: there is no such lot. */
    async mine(
      lotId: number,
      asker: Approaching,
    ): Promise<{ items: MyQuestion[]; refusal: QuestionRefusal | null; left: number } | null> {
      const lot = await questions.lot(lotId);
      if (!lot) return null;
      const [rows, refusal] = await Promise.all([
        questions.ofPerson(lotId, asker.personId),
        refusalToAsk(refusalToApproach, db, lot, asker),
      ]);
      return { items: rows.map(myView), refusal, left: Math.max(0, QUESTIONS_PER_LOT - rows.length) };
    },

    /** @throws 404 for a lot that does not exist */
    async ask(lotId: number, asker: Approaching, { text, language }: Written): Promise<Asked> {
      const found = contactDataIn(text);
      if (found.length > 0) return { verdict: 'contact-data', found };
      return inTransaction(db, async (on): Promise<Asked> => {
        const tx = createLotQuestionsRepository(on);
        await tx.lockAsking(asker.personId);
        const lot = await tx.lot(lotId);
        if (!lot) throw notFound();
        const same = (await tx.ofPerson(lotId, asker.personId)).find(
          (row) => row.text === text && row.state !== 'withdrawn',
        );
        if (same) return { verdict: 'asked', already: true, question: myView(same) };
        const reason = await refusalToAsk(refusalToApproach, on, lot, asker);
        if (reason) return { verdict: 'refused', reason };
        const row = await tx.add({
          lotId,
          personId: asker.personId,
          text,
          language: languageOfText(text, language),
        });
        return { verdict: 'asked', already: false, question: myView(row) };
      });
    },

    /** @throws 404 for questions of others */
    withdraw: (
      questionId: number,
      personId: string,
    ): Promise<{ verdict: 'withdrawn' | 'over'; question: MyQuestion }> =>
      inTransaction(db, async (on) => {
        const tx = createLotQuestionsRepository(on);
        const row = await tx.lock(questionId);
        if (row?.person_id !== personId) throw notFound();
        if (allows(LOT_QUESTION, row.state, 'withdraw'))
          return { verdict: 'withdrawn', question: myView(await tx.move(row.id, 'withdraw')) };
        return { verdict: row.state === 'withdrawn' ? 'withdrawn' : 'over', question: myView(row) };
      }),

    /** Those about the person's lots, those to be answered first. */
    async received(
      seller: string,
      { state, ...wanted }: { state: LotQuestionState | 'all' } & Page,
    ): Promise<{
      items: ReceivedQuestion[];
      toAnswer: number;
      total: number;
      page: number;
      size: number;
    }> {
      const states = state === 'all' ? QUESTIONS_OF_SELLER : [state];
      const [found, toAnswer] = await Promise.all([
        questions.page({ seller, states }, { ...rangeOf(wanted), order: 'unanswered' }),
        questions.count({ seller, states: ['open'] }),
      ]);
      return { items: found.items.map(receivedView), toAnswer, total: found.total, ...wanted };
    },

    /** @throws 404 for questions about lots of others, and for those that are not shown */
    async answer(questionId: number, seller: string, { text, language }: Written): Promise<Answered> {
      const found = contactDataIn(text);
      if (found.length > 0) return { verdict: 'contact-data', found };
      return inTransaction(db, async (on): Promise<Answered> => {
        const tx = createLotQuestionsRepository(on);
        await tx.lock(questionId);
        const row = await tx.rowOf(questionId);
        const readable = row && (QUESTIONS_OF_SELLER as readonly LotQuestionState[]).includes(row.state);
        if (!readable || row.seller !== seller) throw notFound();
        if (!mayBeAnswered(row)) {
          const same = row.state !== 'open' && row.answer === text;
          return { verdict: same ? 'answered' : 'over', question: receivedView(row) };
        }
        const answer = { text, language: languageOfText(text, language), by: seller };
        const moved = await tx.move(row.id, 'answer', { answer });
        return { verdict: 'answered', question: receivedView({ ...row, ...moved }) };
      });
    },

    /** The job's round. @returns how many ended */
    lapse: (): Promise<number> => questions.lapse(),
    purge: (days: number): Promise<void> => questions.purge(days),
  };
}
