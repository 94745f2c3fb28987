import type { IsSamePerson } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { RefusalToApproach } from '#server/domains/trade/lots/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { QUESTIONS_TO_APPROVE } from '#shared/lifecycles/lot-question.ts';
import { UNSHOWN_QUESTION_DAYS } from '#shared/limits/lot-questions.ts';
import { lotQuestionsExport, receivedQuestionsExport } from './lot-questions-exports.ts';
import { createLotQuestions } from './lot-questions.service.ts';
import { maskQuestion } from './mask-question.ts';
import { createModerateQuestions } from './moderate-questions.ts';
import { LOT_QUESTIONS_PERSONAL_DATA } from './personal-data.ts';

/** A lot that has ended takes no answers in any case; this only takes its questions out of the lists. */
const LAPSE_EVERY_MS = 60_000;

interface LotQuestionsNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson: IsSamePerson;
  interestedIn(lotId: number, on: AnyDb): Promise<readonly string[]>;
  isWanted(lotId: number, on: AnyDb): Promise<boolean>;
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: Pick<Notifications, 'notify'>;
  refusalToApproach: RefusalToApproach;
}

/** Questions about lots, the sellers' answers, and what staff decide about both. */
export const lotQuestionsModule = defineModule({
  name: 'lot-questions',
  personalData: LOT_QUESTIONS_PERSONAL_DATA,
  create({
    database: { db },
    actions,
    conflicts,
    isSamePerson,
    isWanted,
    namesOf,
    notifications,
    refusalToApproach,
  }: LotQuestionsNeeds) {
    return {
      lotQuestions: createLotQuestions({ db, refusalToApproach }),
      moderateQuestions: createModerateQuestions({
        db,
        notify: notifications.notify,
        actions,
        namesOf,
        isSamePerson,
        isWanted,
        rivalLots: (personId) => conflicts.lotsOf(personId),
      }),
    };
  },
  decisions: ({ notifications, interestedIn }) => [
    maskQuestion({ notify: notifications.notify, interestedIn }),
  ],
  queues: [
    {
      page: 'lot-questions',
      right: 'readLotQuestions',
      table: 'lot_question',
      waits: { column: 'state', values: QUESTIONS_TO_APPROVE },
      since: 'asked_at',
    },
  ],
  jobs: ({ lotQuestions }) => [
    { name: 'lapse questions of ended lots', everyMs: LAPSE_EVERY_MS, run: () => lotQuestions.lapse() },
  ],
  retention: ({ lotQuestions }) => [
    {
      name: 'questions not shown',
      days: UNSHOWN_QUESTION_DAYS,
      purge: (days) => lotQuestions.purge(days),
    },
  ],
  exports: ({ lotQuestions, moderateQuestions }) => ({
    'lot-questions': receivedQuestionsExport(lotQuestions),
    'console-lot-questions': lotQuestionsExport(moderateQuestions),
  }),
});
