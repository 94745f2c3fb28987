import type { ContactAnswers, ContactTemplates } from '#server/domains/content/contact-answers/index.ts';
import type { ContactMessageRow, SiteRepository } from '#server/domains/content/site/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  answerContactMessage,
  answeredContactMessage,
  contactMessages,
  type ContactMessageView,
} from '#shared/api/console/console-contact.ts';
import { contactTemplates, storeContactTemplate } from '#shared/api/console/contact-templates.ts';

interface ConsoleContactParts {
  site: Pick<SiteRepository, 'messages' | 'countMessages'>;
  contactAnswers: ContactAnswers;
  contactTemplates: ContactTemplates;
}

/** Messages to the operator, for staff: received and answered ones, and the templates of answers. */
export function registerConsoleContactRoutes(
  app: HttpApp,
  { site, contactAnswers: answers, contactTemplates: templates }: ConsoleContactParts,
): void {
  const shown = (row: ContactMessageRow): ContactMessageView => ({
    number: row.number,
    name: row.name,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    message: row.message,
    language: row.language,
    personId: row.person_id,
    writtenAtMs: row.written_at.getTime(),
    answered:
      row.answered_at && row.answered_by_name !== null
        ? { atMs: row.answered_at.getTime(), by: row.answered_by_name, sent: sentAnswer(row) }
        : null,
    channel: answers.channelFor(row),
  });

  registerContract(app, contactMessages, async (call) => {
    const { state, page, size } = call.query;
    const [items, total, open] = await Promise.all([
      site.messages(state, { limit: size, offset: (page - 1) * size }),
      site.countMessages(state),
      site.countMessages('open'),
    ]);
    return { items: items.map(shown), total, open, page, size };
  });

  registerContract(app, answeredContactMessage, async (call) =>
    shown(await answers.mark(call.params.number, call.signedIn())),
  );

  registerContract(app, answerContactMessage, async (call) =>
    shown(await answers.answer(call.params.number, call.body, call.signedIn())),
  );

  registerContract(app, contactTemplates, () => templates.all());

  registerContract(app, storeContactTemplate, (call) =>
    templates.store({ ...call.params, ...call.body }, call.signedIn()),
  );
}

function sentAnswer({
  answer_channel: channel,
  answer_title: title,
  answer_text: text,
}: ContactMessageRow): NonNullable<ContactMessageView['answered']>['sent'] {
  return channel === null || title === null || text === null ? null : { channel, title, text };
}
