import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  answeredContactMessage,
  contactMessages,
  type ContactMessageView,
} from '#shared/api/console-contact.ts';
import type { KeptMessage, SiteRepository } from './site.repository.ts';

const shown = (kept: KeptMessage): ContactMessageView => ({
  number: kept.number,
  name: kept.name,
  email: kept.email,
  phone: kept.phone,
  subject: kept.subject,
  message: kept.message,
  language: kept.language,
  personId: kept.person_id,
  writtenAtMs: kept.written_at.getTime(),
  answered:
    kept.answered_at && kept.answered_by_name !== null
      ? { atMs: kept.answered_at.getTime(), by: kept.answered_by_name }
      : null,
});

/** Messages to the operator, for staff: what came in and what somebody has taken care of. */
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
    const kept = await repository.message(number);
    if (!kept) throw notFound();
    return shown(kept);
  });
}
