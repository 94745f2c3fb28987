/** Answers of staff to messages to the operator, their templates, and the list of those messages. */
export { contactAnswersModule } from './module.ts';
export type { ContactAnswers } from './contact-answers.service.ts';
export type { ContactTemplates } from './contact-templates.service.ts';
