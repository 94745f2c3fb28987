import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { isMaskOf } from '#shared/content/masked-text.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT_QUESTION } from '#shared/lifecycles/lot-question.ts';
import { createLotQuestionsRepository } from './lot-questions.repository.ts';

interface MaskQuestionDeps {
  notify: Notifications['notify'];
  /** Who wants the lot or has bought of it, and may have read the words. */
  interestedIn(lotId: number, on: AnyDb): Promise<readonly string[]>;
}

const rowOf = (on: AnyDb, questionId: number) => createLotQuestionsRepository(on).rowOf(questionId);

/**
 * Personal data are taken out of a question and its answer that everybody reads. Nothing else is said than before: who wants the lot relies on
 * it. What was there is in no fact of the decision, or it would stay for good.
 */
export const maskQuestion = ({ notify, interestedIn }: MaskQuestionDeps): DecisionKind<'mask-question'> => ({
  name: 'mask-question',
  subjectOf: ({ questionId }) => `lot-question:${questionId}`,

  async lock(tx, { questionId }) {
    await createLotQuestionsRepository(tx).lock(questionId);
  },

  async stateOf(on, { questionId }) {
    const row = await rowOf(on, questionId);
    return row && { version: row.version };
  },

  async concerns(on, { questionId }) {
    const row = await rowOf(on, questionId);
    const people = [row?.person_id, row?.seller].filter((id) => typeof id === 'string');
    return { personIds: [...new Set(people)], lotId: row?.lot_id ?? null };
  },

  async judge(on, { questionId, question, answer }) {
    const row = await rowOf(on, questionId);
    if (!row || !allows(LOT_QUESTION, row.state, 'mask')) return 'nothing-to-do';
    const words = [
      [question, row.text],
      [answer, row.answer ?? ''],
    ] as const;
    if (words.every(([after, before]) => after === before)) return 'nothing-to-do';
    return words.every(([after, before]) => after === before || isMaskOf(after, before))
      ? null
      : 'not-masked';
  },

  async preview(on, { questionId, question, answer }) {
    const row = await rowOf(on, questionId);
    return [
      ...(row ? [{ fact: 'lot', type: 'lot', lotId: row.lot_id } as const] : []),
      { fact: 'question-after', type: 'text', text: question },
      { fact: 'answer-after', type: 'text', text: answer },
    ];
  },

  async apply(tx, { questionId, question, answer }) {
    const row = await rowOf(tx, questionId);
    if (!row) return 'nothing-to-do';
    await createLotQuestionsRepository(tx).move(questionId, 'mask', { masked: { question, answer } });
    const people = [row.person_id, row.seller, ...(await interestedIn(row.lot_id, tx))];
    // In the order of their ids: all who notify several people in one transaction do so.
    for (const personId of [...new Set(people.filter((id) => id !== null))].toSorted())
      await notify(tx, {
        personId,
        key: `question-masked:${questionId}:${row.version}`,
        template: 'question-masked',
        params: { lotId: row.lot_id, lotTitle: row.lot_title },
      });
    return null;
  },
});
