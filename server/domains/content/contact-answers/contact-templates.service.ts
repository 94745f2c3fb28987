import { mustBeUsable } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, ruleForbids } from '#server/platform/errors/index.ts';
import { CONTACT_TEMPLATES_MAX, type ContactTemplate } from '#shared/api/console/contact-templates.ts';
import { ANSWER_PLACEHOLDERS, ANSWER_SAMPLES } from '#shared/contact/answers.ts';
import type { MessageTexts } from '#shared/notifications/own-texts.ts';
import { createContactTemplatesRepository, type TemplateAction } from './contact-templates.repository.ts';

export interface ContactTemplatesDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: {
        personId: string;
        type: 'contact-template';
        action: TemplateAction;
        result: 'done';
        reason: string;
      },
      tx: AnyDb,
    ): Promise<void>;
  };
}

export type ContactTemplates = ReturnType<typeof createContactTemplates>;

function actionOf(before: { retired: boolean } | undefined, retired: boolean): TemplateAction {
  if (!before) return 'create';
  if (before.retired === retired) return 'edit';
  return retired ? 'retire' : 'restore';
}

/** Templates of answers to messages to the operator. Each change is a version with who made it, in one transaction. */
export function createContactTemplates({ db, actions }: ContactTemplatesDeps) {
  async function read(id?: string): Promise<ContactTemplate[]> {
    const templates = new Map<string, ContactTemplate>();
    for (const {
      template,
      version,
      action,
      by,
      at,
      texts,
      retired,
    } of await createContactTemplatesRepository(db).versions(id)) {
      const changes = templates.get(template)?.changes ?? [];
      templates.set(template, {
        id: template,
        version,
        texts,
        retired,
        changes: [{ version, action, by, atMs: at.getTime() }, ...changes],
      });
    }
    return [...templates.values()];
  }

  return {
    all: () => read(),

    async store(
      wanted: { id: string; version: number; texts: MessageTexts; retired: boolean },
      by: { personId: string; name: string },
    ): Promise<ContactTemplate> {
      const { id, version, texts, retired } = wanted;
      mustBeUsable(texts, ANSWER_PLACEHOLDERS, ANSWER_SAMPLES);
      await inTransaction(db, async (tx) => {
        const own = createContactTemplatesRepository(tx);
        await own.lockAll();
        const newest = (await own.versions(id)).at(-1);
        if ((newest?.version ?? 0) !== version) throw conflict('console-contact.template-changed');
        if (!newest && (await own.count()) >= CONTACT_TEMPLATES_MAX)
          throw ruleForbids('console-contact.too-many-templates', { values: { max: CONTACT_TEMPLATES_MAX } });
        const action = actionOf(newest, retired);
        await own.add({ template: id, version: version + 1, action, texts, retired, by });
        await actions.record(
          { personId: by.personId, type: 'contact-template', action, result: 'done', reason: id },
          tx,
        );
      });
      const [stored] = await read(id);
      if (!stored) throw new RangeError(`template ${id} is not there after it was stored`);
      return stored;
    },
  };
}
