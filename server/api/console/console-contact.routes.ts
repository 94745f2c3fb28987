import type { ContactMessageRow, SiteRepository } from '#server/domains/content/site/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  answeredContactMessage,
  contactMessages,
  type ContactMessageView,
} from '#shared/api/console/console-contact.ts';

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
      ? { atMs: row.answered_at.getTime(), by: row.answered_by_name }
      : null,
});

/** Messages to the operator, for staff: received and answered ones. */
export function registerConsoleContactRoutes(
  app: HttpApp,
  repository: Pick<SiteRepository, 'message' | 'messages' | 'countMessages' | 'markAnswered'>,
): void {
  registerContract(app, contactMessages, async (call) => {
    const { state, page, size } = call.query;
    const [items, total, open] = await Promise.all([
      repository.messages(state, { limit: size, offset: (page - 1) * size }),
      repository.countMessages(state),
      repository.countMessages('open'),
    ]);
    return { items: items.map(shown), total, open, page, size };
  });

  registerContract(app, answeredContactMessage, async (call) => {
    const { number } = call.params;
    await repository.markAnswered(number, call.signedIn());
    const row = await repository.message(number);
    if (!row) throw notFound();
    return shown(row);
  });
}
