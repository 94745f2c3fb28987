import type { AnyDb } from '#server/platform/database/index.ts';
import type { SentMessage } from '#shared/api/console/person-trail.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import type { ReadOwnTexts } from './own-texts/read-own-texts.ts';
import type { Renderer } from './render-message.ts';
import { readSentMessages } from './sent-messages.repository.ts';

export interface SentMessagesDeps {
  db: AnyDb;
  renderer: Pick<Renderer, 'message'>;
  ownTexts: ReadOwnTexts;
}

/** Messages of a person as staff are shown them: titled as the person reads them, in the language of who looks. */
export const createReadSent =
  ({ db, renderer, ownTexts }: SentMessagesDeps) =>
  async (
    personId: string,
    ids: readonly number[],
    language: Language,
  ): Promise<ReadonlyMap<number, SentMessage>> => {
    if (ids.length === 0) return new Map();
    const messages = await readSentMessages(db, personId, ids);
    const own = await ownTexts(messages);
    return new Map(
      messages.map(({ id, template, params, deliveries }, at) => {
        const content = { template, params } as NotificationContent;
        return [id, { title: renderer.message(language, content, own[at] ?? null).title, deliveries }];
      }),
    );
  };
