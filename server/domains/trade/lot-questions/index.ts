/** Questions about lots and the sellers' answers; staff approve both before anybody sees them. */
export { lotQuestionsModule } from './module.ts';
export type { LotQuestions } from './lot-questions.service.ts';
export type { ModerateQuestions, Moderator } from './moderate-questions.ts';
