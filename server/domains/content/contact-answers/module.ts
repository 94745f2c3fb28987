import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { SITE_EVENTS, type SiteRepository } from '#server/domains/content/site/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createContactAnswers, type ContactAnswersDeps } from './contact-answers.service.ts';
import { contactMessagesExport } from './contact-messages-export.ts';
import { createContactTemplates } from './contact-templates.service.ts';
import { sendAnswer } from './send-contact-answer.ts';

interface ContactAnswersNeeds extends Pick<Base, 'config' | 'database'> {
  site: SiteRepository;
  contactSubjectNames: Parameters<typeof contactMessagesExport>[1];
  actions: Pick<ActionLog, 'record'>;
  gateways: ContactAnswersDeps['gateways'];
}

/** After the dictionaries, which name the subjects and need the facts of the site themselves. */
export const contactAnswersModule = defineModule({
  name: 'contact-answers',
  create: ({ database: { db }, actions, gateways }: ContactAnswersNeeds) => ({
    contactAnswers: createContactAnswers({ db, actions, gateways }),
    contactTemplates: createContactTemplates({ db, actions }),
  }),
  listeners: ({ config, site, gateways }) => ({
    [SITE_EVENTS.contactReplied]: [
      {
        name: 'send-contact-answer',
        handle: ({ number }) =>
          sendAnswer({ messages: site, gateways, operator: config.supportEmail }, Number(number)),
      },
    ],
  }),
  queues: [
    {
      page: 'contact',
      right: 'readContactMessages',
      table: 'contact_message',
      waits: { empty: 'answered_at' },
      since: 'written_at',
    },
  ],
  exports: ({ site, contactSubjectNames }) => ({
    'console-contact': contactMessagesExport(site, contactSubjectNames),
  }),
});
