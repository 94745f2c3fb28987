/** Answers of staff to messages to the operator, their templates, and the list of those messages. */
export { contactAnswersModule } from './module.ts';
export { createContactAnswers, type ContactAnswers } from './contact-answers.service.ts';
export { createContactTemplates, type ContactTemplates } from './contact-templates.service.ts';
export { sendAnswer } from './send-contact-answer.ts';
