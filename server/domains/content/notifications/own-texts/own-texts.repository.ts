import { type Generated, type JSONColumnType } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { MESSAGE_TEXT_ACTIONS } from '#shared/api/console/console-message-texts.ts';
import type { MessageTexts } from '#shared/notifications/own-texts.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';

type MessageTextAction = (typeof MESSAGE_TEXT_ACTIONS)[number];

interface OwnTextTables {
  message_text_change: {
    id: Generated<number>;
    template: TemplateName;
    version: number;
    action: MessageTextAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    texts: JSONColumnType<MessageTexts> | null;
    restored_from: number | null;
  };
}

export interface NewTextChange {
  template: TemplateName;
  version: number;
  action: MessageTextAction;
  /** null: the shipped ones. */
  texts: MessageTexts | null;
  by: { personId: string; name: string };
  restoredFrom: number | null;
}

export type OwnTextsRepository = ReturnType<typeof createOwnTextsRepository>;

export function createOwnTextsRepository(db: Db<OwnTextTables>) {
  return {
    /** The newest version of each message that has one. */
    newest: () =>
      db
        .selectFrom('message_text_change')
        .distinctOn('template')
        .select(['template', 'version', 'texts'])
        .orderBy('template')
        .orderBy('version', 'desc')
        .execute(),

    /** Of one message, the newest first. */
    changes: (template: TemplateName) =>
      db
        .selectFrom('message_text_change')
        .select(['version', 'action', 'person_name as by', 'at', 'texts', 'restored_from as restoredFrom'])
        .where('template', '=', template)
        .orderBy('version', 'desc')
        .execute(),

    /** Every version of these messages, the newest first. */
    versionsOf: (templates: readonly TemplateName[]) =>
      db
        .selectFrom('message_text_change')
        .select(['template', 'at', 'texts'])
        .where('template', 'in', [...new Set(templates)])
        .orderBy('version', 'desc')
        .execute(),

    /** Serialises changes of a message until the transaction ends. */
    async lock(template: TemplateName): Promise<void> {
      await lockNamed(db, `message-text ${template}`);
    },

    async add({ template, version, action, texts, by, restoredFrom }: NewTextChange): Promise<void> {
      await db
        .insertInto('message_text_change')
        .values({
          template,
          version,
          action,
          person_id: by.personId,
          person_name: by.name,
          texts: texts && JSON.stringify(texts),
          restored_from: restoredFrom,
        })
        .execute();
    },
  };
}
