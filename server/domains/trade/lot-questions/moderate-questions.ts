import { createTurningDown, type IsSamePerson, type Matter } from '#server/domains/people/accounts/index.ts';
import { recordReadLots, type ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { Role } from '#shared/api/contract.ts';
import type { StaffQuestion } from '#shared/api/site/lot-questions.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { contactDataIn } from '#shared/content/contact-data.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { languageOfText } from '#shared/i18n/text-language.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import {
  LOT_QUESTION,
  LOT_QUESTION_STATES,
  QUESTIONS_TO_APPROVE,
  type LotQuestionState,
} from '#shared/lifecycles/lot-question.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import type { LotQuestionRow } from './lot-question-tables.ts';
import { staffView } from './lot-question-views.ts';
import {
  createLotQuestionsRepository,
  type QuestionChange,
  type QuestionEvent,
} from './lot-questions.repository.ts';

/** A member of staff, with the client address for the action log. */
export interface Moderator {
  personId: string;
  roles: readonly Role[];
  address: string;
}

type Reader = Pick<Moderator, 'personId' | 'roles'> & Partial<Pick<Moderator, 'address'>>;

/** What was read before the decision. */
interface Read {
  version: number;
}

export interface ModerateQuestionsDeps {
  db: AnyDb;
  notify: Notifications['notify'];
  actions: Pick<ActionLog, 'record'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  isSamePerson: IsSamePerson;
  /** Has anybody applied for the lot, reserved or bought of it? */
  isWanted(lotId: number, on: AnyDb): Promise<boolean>;
  /** Lots whose bidders this person must not see: those they bid on or sell, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
}

type Change = { event: QuestionEvent } & QuestionChange;

/** What a moderator turns down by it: an answer to this question, or what one person asks about the lot; null: nothing. */
function matterOf(row: LotQuestionRow, event: QuestionEvent): Matter | null {
  if (event === 'return-answer') return `lot-answer:${row.id}`;
  if (event === 'refuse-question' || event === 'hide') return `lot-question:${row.lot_id}:${row.person_id}`;
  return null;
}

export type ModerateQuestions = ReturnType<typeof createModerateQuestions>;

/** Questions and answers as staff read them and decide about them; each decision locks its question first. */
export function createModerateQuestions(deps: ModerateQuestionsDeps) {
  const { db, notify, actions, namesOf, rivalLots, isWanted } = deps;
  const turning = createTurningDown(deps.isSamePerson);

  /** Of whose lots that are not over they read who asks is recorded. */
  async function viewsOf(rows: readonly LotQuestionRow[], reader: Reader): Promise<StaffQuestion[]> {
    const { personId, roles } = reader;
    const people = rows.flatMap((row) => [row.person_id, row.seller, row.decided_by]);
    const [names, rivals] = await Promise.all([
      namesOf([...new Set(people.filter((id) => id !== null))]),
      rivalLots(personId),
    ]);
    const moderates = hasRight(roles, 'moderateLotQuestions');
    const views = rows.map((row) =>
      staffView(row, { names, moderates, hidden: rivals.includes(row.lot_id) }),
    );
    const read = rows.filter(
      ({ lot_status: status }, at) => OPEN_STATUSES.includes(status) && views[at]!.author !== null,
    );
    await recordReadLots(actions.record, reader, [...new Set(read.map((row) => row.lot_id))]);
    return views;
  }

  /** Notifies whom the change concerns: the seller of a question to be answered, its author of everything that ends the waiting. */
  async function announce(tx: AnyDb, row: LotQuestionRow, event: QuestionEvent, reason: string | null) {
    const { id, version, person_id: author, seller } = row;
    const about = { lotId: row.lot_id, lotTitle: row.lot_title };
    if (event === 'approve-question' && seller !== null)
      await notify(tx, {
        personId: seller,
        key: `question-to-answer:${id}`,
        template: 'question-to-answer',
        params: about,
      });
    if (event === 'return-answer' && seller !== null)
      await notify(tx, {
        personId: seller,
        key: `answer-returned:${id}:${version}`,
        template: 'answer-returned',
        params: { ...about, reason: reason ?? '' },
      });
    if ((event === 'refuse-question' || event === 'hide') && author !== null)
      await notify(tx, {
        personId: author,
        key: `question-refused:${id}`,
        template: 'question-refused',
        params: { ...about, reason: reason ?? '' },
      });
    if ((event === 'approve-answer' || event === 'answer-by-staff') && author !== null)
      await notify(tx, {
        personId: author,
        key: `question-answered:${id}`,
        template: 'question-answered',
        params: about,
      });
  }

  /** @throws 404; 409 `lot-questions.changed`, `turned-down-before` */
  async function decide(
    questionId: number,
    { version }: Read,
    by: Moderator,
    judge: (row: LotQuestionRow, tx: AnyDb) => Change | Promise<Change>,
  ): Promise<StaffQuestion> {
    const changed = await inTransaction(db, async (tx) => {
      const questions = createLotQuestionsRepository(tx);
      await questions.lock(questionId);
      const row = await questions.rowOf(questionId);
      if (!row) throw notFound();
      if (row.version !== version) throw conflict('lot-questions.changed');
      const { event, ...change } = await judge(row, tx);
      if (!allows(LOT_QUESTION, row.state, event)) throw conflict('lot-questions.changed');
      const matter = matterOf(row, event);
      if (matter) await turning.turnDown(tx, matter, { by: by.personId });
      const moved = { ...row, ...(await questions.move(questionId, event, change)) };
      await actions.record(
        {
          personId: by.personId,
          address: by.address,
          type: 'lot-question',
          action: event,
          result: 'done',
          reason: `lot-question:${questionId}`,
        },
        tx,
      );
      await announce(tx, moved, event, change.decision?.reason ?? null);
      return moved;
    });
    const [view] = await viewsOf([changed], by);
    return view!;
  }

  const ofAnswer = ({ state }: LotQuestionRow) => state === 'answered';

  return {
    async list(
      reader: Reader,
      query: {
        state: 'waiting' | 'all' | LotQuestionState;
        lotId?: number | undefined;
        page: number;
        size: number;
      },
    ) {
      const { state, lotId, page, size } = query;
      const states =
        state === 'waiting' ? QUESTIONS_TO_APPROVE : state === 'all' ? LOT_QUESTION_STATES : [state];
      const questions = createLotQuestionsRepository(db);
      const [found, waiting] = await Promise.all([
        questions.page(lotId === undefined ? { states } : { states, lotId }, {
          limit: size,
          offset: (page - 1) * size,
          order: state === 'waiting' ? 'waiting' : 'latest',
        }),
        questions.countWaiting(),
      ]);
      return { items: await viewsOf(found.items, reader), waiting, total: found.total, page, size };
    },

    /** Of the question, or of its answer, whichever waits. @throws as `decide` */
    approve: (questionId: number, read: Read, by: Moderator): Promise<StaffQuestion> =>
      decide(questionId, read, by, (row) => ({
        event: ofAnswer(row) ? 'approve-answer' : 'approve-question',
        decision: { by: by.personId, reason: null },
      })),

    /** @throws as `decide` */
    refuse: (questionId: number, { reason, ...read }: Read & { reason: string }, by: Moderator) =>
      decide(questionId, read, by, (row) => ({
        event: ofAnswer(row) ? 'return-answer' : 'refuse-question',
        decision: { by: by.personId, reason },
      })),

    /** @throws as `decide`; 409 `lot-questions.applied-for` of an answer that somebody who wants or has bought the lot may have read */
    hide: (questionId: number, { reason, ...read }: Read & { reason: string }, by: Moderator) =>
      decide(questionId, read, by, async ({ state, lot_id: lotId }, tx) => {
        // Who applies or reserves at this instant has read the answer: they are waited for, or wait.
        if (state === 'published') await createLotQuestionsRepository(tx).lockLot(lotId);
        if (state === 'published' && (await isWanted(lotId, tx))) throw conflict('lot-questions.applied-for');
        return { event: 'hide', decision: { by: by.personId, reason } };
      }),

    /** @throws as `decide`; 422 `lot-questions.has-seller`, `lot-questions.contact-data` */
    answer(
      questionId: number,
      { text, language, ...read }: Read & { text: string; language: Language },
      by: Moderator,
    ): Promise<StaffQuestion> {
      if (contactDataIn(text).length > 0) throw ruleForbids('lot-questions.contact-data');
      return decide(questionId, read, by, ({ seller }) => {
        if (seller !== null) throw ruleForbids('lot-questions.has-seller');
        return {
          event: 'answer-by-staff',
          answer: { text, language: languageOfText(text, language), by: by.personId },
          decision: { by: by.personId, reason: null },
        };
      });
    },
  };
}
