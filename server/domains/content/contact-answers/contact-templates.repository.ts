import { type Generated, type GeneratedAlways, type JSONColumnType } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { ContactTemplate } from '#shared/api/console/contact-templates.ts';
import type { MessageTexts } from '#shared/notifications/own-texts.ts';

export type TemplateAction = ContactTemplate['changes'][number]['action'];

interface TemplateTables {
  contact_template_change: {
    id: GeneratedAlways<number>;
    template: string;
    version: number;
    action: TemplateAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    texts: JSONColumnType<MessageTexts>;
    retired: boolean;
  };
}

export interface NewTemplateVersion {
  template: string;
  version: number;
  action: TemplateAction;
  texts: MessageTexts;
  retired: boolean;
  by: { personId: string; name: string };
}

export function createContactTemplatesRepository(db: Db<TemplateTables>) {
  return {
    /** Every version of all, or of one of them, the oldest first. */
    versions: (template?: string) =>
      db
        .selectFrom('contact_template_change')
        .select(['template', 'version', 'action', 'person_name as by', 'at', 'texts', 'retired'])
        .$if(template !== undefined, (query) => query.where('template', '=', template as string))
        .orderBy('id')
        .execute(),

    /** Serialises changes of templates until the transaction ends: they are counted together. */
    async lockAll(): Promise<void> {
      await lockNamed(db, 'contact-template');
    },

    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('contact_template_change')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('version', '=', 1)
        .executeTakeFirstOrThrow();
      return count;
    },

    async add({ by, texts, ...version }: NewTemplateVersion): Promise<void> {
      await db
        .insertInto('contact_template_change')
        .values({
          ...version,
          texts: JSON.stringify(texts),
          person_id: by.personId,
          person_name: by.name,
        })
        .execute();
    },
  };
}
