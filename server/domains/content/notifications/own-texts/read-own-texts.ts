import { messageTextsSchema, type MessageTexts } from '#shared/notifications/own-texts.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';
import type { OwnTextsRepository } from './own-texts.repository.ts';

/** A message with the instant it was written at: words that staff saved later do not change what was said. */
export interface WrittenMessage {
  template: TemplateName;
  writtenAt: Date;
}

export interface ReadOwnTextsDeps {
  ownTexts: Pick<OwnTextsRepository, 'versionsOf'>;
  /** The shipped words are sent in place of those of staff. */
  onBroken(error: unknown, template: TemplateName | null): void;
}

export type ReadOwnTexts = ReturnType<typeof createReadOwnTexts>;

/** The words of staff for messages, each as of the instant it was written; null: the shipped ones. Never fails. */
export function createReadOwnTexts({ ownTexts, onBroken }: ReadOwnTextsDeps) {
  return async (messages: readonly WrittenMessage[]): Promise<(MessageTexts | null)[]> => {
    if (messages.length === 0) return [];
    let versions: Awaited<ReturnType<OwnTextsRepository['versionsOf']>>;
    try {
      versions = await ownTexts.versionsOf(messages.map(({ template }) => template));
    } catch (error) {
      // Not retried: a message goes out with the shipped words rather than not at all.
      onBroken(error, null);
      return messages.map(() => null);
    }
    return messages.map(({ template, writtenAt }) => {
      const version = versions.find((each) => each.template === template && each.at <= writtenAt);
      if (!version?.texts) return null;
      const parsed = messageTextsSchema.safeParse(version.texts);
      if (!parsed.success) onBroken(parsed.error, template);
      return parsed.success ? parsed.data : null;
    });
  };
}
