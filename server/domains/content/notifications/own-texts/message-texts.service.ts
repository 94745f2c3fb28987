import { randomUUID } from 'node:crypto';
import type { Mail } from '#server/integrations/email/index.ts';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { ConsoleMessageText, MessageTextSummary } from '#shared/api/console/console-message-texts.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import type { AddressChannel } from '#shared/notifications/channels.ts';
import {
  fillWords,
  placeholdersIn,
  wordsIn,
  WRITTEN_LANGUAGES,
  type MessagePlaceholder,
  type MessageTexts,
} from '#shared/notifications/own-texts.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';
import { TOPIC_OF } from '#shared/notifications/topics.ts';
import { maskEmail } from '#shared/validation/email.ts';
import { maskPhone } from '#shared/validation/phone.ts';
import type { ContactAddresses } from '../queue-deliveries.ts';
import { createRenderer } from '../render-message.ts';
import { mustBeUsable } from './judge-texts.ts';
import { createOwnTextsRepository, type NewTextChange } from './own-texts.repository.ts';

export interface MessageTextsDeps {
  db: AnyDb;
  texts: Pick<Texts, 'text' | 'namespace'>;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: {
        personId: string;
        type: 'message-text';
        action: string;
        result: 'done';
        reason: TemplateName;
      },
      tx?: AnyDb,
    ): Promise<void>;
  };
  gateways: { sms: SmsGateway | null; mail: Mail | null };
  /** Confirmed addresses only. */
  person(id: string): Promise<ContactAddresses | null>;
  publicUrl(): string;
  onBrokenText(error: unknown, template: TemplateName): void;
  onNotSent(error: unknown, channel: AddressChannel): void;
}

interface StaffMember {
  personId: string;
  name: string;
}
interface Version {
  template: TemplateName;
  /** The newest one that was read. */
  version: number;
}

const TEMPLATES = Object.keys(TOPIC_OF) as TemplateName[];

export type MessageTextsService = ReturnType<typeof createMessageTexts>;

/** The words of messages as staff write them, in force as soon as they are saved; the shipped ones where they have not. */
export function createMessageTexts(deps: MessageTextsDeps) {
  const { db, texts, actions, gateways } = deps;
  const renderer = createRenderer(texts, deps.onBrokenText);
  const ownTexts = createOwnTextsRepository(db);
  const samples = Object.fromEntries(
    LANGUAGES.map((language) => [language, renderer.samples(language)]),
  ) as Record<Language, Record<string, string>>;
  const notices = {
    uz: texts.namespace('uz', 'notices'),
    ru: texts.namespace('ru', 'notices'),
    en: texts.namespace('en', 'notices'),
  };

  function shippedTexts(template: TemplateName): MessageTexts {
    const words = (language: keyof typeof notices) => {
      const title = notices[language][`${template}.title`];
      const text = notices[language][`${template}.text`];
      if (title === undefined || text === undefined) throw new Error(`no ${language} words of ${template}`);
      return { title, text };
    };
    return { uz: words('uz'), ru: words('ru'), en: words('en') };
  }

  /** Those of the shipped words, which every message of this kind has values for. */
  function placeholdersOf(template: TemplateName): MessagePlaceholder[] {
    const shipped = shippedTexts(template);
    const inTexts = placeholdersIn(shipped.uz.text);
    const all = placeholdersIn(
      WRITTEN_LANGUAGES.map((each) => Object.values(shipped[each]).join('\n')).join('\n'),
    );
    return all.map((name) => ({ name, required: inTexts.includes(name) }));
  }

  function relevantSamples(template: TemplateName) {
    const names = placeholdersOf(template).map(({ name }) => name);
    return Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        Object.fromEntries(names.map((name) => [name, samples[language][name] ?? ''])),
      ]),
    ) as Record<Language, Record<string, string>>;
  }

  const summary = (
    template: TemplateName,
    newest: { version: number; texts: MessageTexts | null } | undefined,
    language: Language,
  ): MessageTextSummary => {
    const own = newest?.texts ?? shippedTexts(template);
    return {
      template,
      topic: TOPIC_OF[template],
      title: fillWords(wordsIn(own, language), samples[language]).title,
      version: newest?.version ?? 0,
      changed: Boolean(newest?.texts),
    };
  };

  async function one(template: TemplateName, language: Language): Promise<ConsoleMessageText> {
    const changes = await ownTexts.changes(template);
    const shipped = shippedTexts(template);
    return {
      ...summary(template, changes[0], language),
      texts: changes[0]?.texts ?? shipped,
      shipped,
      placeholders: placeholdersOf(template),
      samples: relevantSamples(template),
      changes: changes.map(({ at, ...change }) => ({ ...change, atMs: at.getTime() })),
    };
  }

  type Update = Pick<NewTextChange, 'action' | 'texts' | 'restoredFrom'>;

  /** @throws 409 `console-message-texts.changed` when the version is not the newest */
  const change = (
    { template, version }: Version,
    by: StaffMember,
    update: (own: ReturnType<typeof createOwnTextsRepository>) => Promise<Update>,
  ): Promise<void> =>
    inTransaction(db, async (tx) => {
      const own = createOwnTextsRepository(tx);
      await own.lock(template);
      const [newest] = await own.changes(template);
      if ((newest?.version ?? 0) !== version) throw conflict('console-message-texts.changed');
      const next = await update(own);
      await own.add({ template, version: version + 1, by, ...next });
      await actions.record(
        {
          personId: by.personId,
          type: 'message-text',
          action: next.action,
          result: 'done',
          reason: template,
        },
        tx,
      );
    });

  return {
    async all(language: Language): Promise<MessageTextSummary[]> {
      const newest = await ownTexts.newest();
      return TEMPLATES.map((template) =>
        summary(
          template,
          newest.find((each) => each.template === template),
          language,
        ),
      );
    },

    one,

    async edit(of: Version & { texts: MessageTexts }, by: StaffMember, language: Language) {
      mustBeUsable(of.texts, placeholdersOf(of.template), samples);
      await change(of, by, async () => ({ action: 'edit', texts: of.texts, restoredFrom: null }));
      return one(of.template, language);
    },

    /** @param of.from an earlier version; 0: the shipped words */
    async restore(of: Version & { from: number }, by: StaffMember, language: Language) {
      const { template, from } = of;
      await change(of, by, async (own) => {
        const earlier = (await own.changes(template)).find((each) => each.version === from);
        if (from >= of.version || (from > 0 && !earlier)) throw notFound();
        const again = earlier?.texts ?? null;
        if (again) mustBeUsable(again, placeholdersOf(template), samples);
        return { action: 'restore', texts: again, restoredFrom: from };
      });
      return one(template, language);
    },

    /** To the person alone, at once and without retries: who tests sees whether it came. */
    async test(
      wanted: { template: TemplateName; channel: AddressChannel; language: Language; texts: MessageTexts },
      personId: string,
    ): Promise<{ to: string }> {
      const { template, channel, language } = wanted;
      mustBeUsable(wanted.texts, placeholdersOf(template), samples);
      const person = await deps.person(personId);
      const to = channel === 'sms' ? person?.phone : person?.email;
      if (!to) throw ruleForbids('console-message-texts.no-address');
      const words = fillWords(wordsIn(wanted.texts, language), samples[language]);
      const id = `message-test-${randomUUID()}`;
      const { subject, body } = renderer.letterOf(language, { ...words, path: null }, deps.publicUrl());
      const { sms, mail } = gateways;
      const send =
        channel === 'sms'
          ? sms && (() => sms.send({ id, to, text: renderer.sms(words) }))
          : mail && (() => mail.send({ id, to, subject, text: body }));
      if (!send) throw ruleForbids('console-message-texts.no-channel');
      await actions.record({
        personId,
        type: 'message-text',
        action: 'test',
        result: 'done',
        reason: template,
      });
      try {
        await send();
      } catch (error) {
        // Not retried: the person sees it, and tries again.
        deps.onNotSent(error, channel);
        throw ruleForbids('console-message-texts.not-sent');
      }
      return { to: channel === 'sms' ? maskPhone(to) : maskEmail(to) };
    },
  };
}
