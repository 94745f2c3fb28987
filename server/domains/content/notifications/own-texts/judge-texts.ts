import { badRequest } from '#server/platform/errors/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import {
  MESSAGE_TEXT_LIMITS,
  messageTextProblems,
  type MessagePlaceholder,
  type MessageTexts,
} from '#shared/notifications/own-texts.ts';

/** 400 for words that may not be sent: the first problem in the sentence, all of them in the details. */
export function mustBeUsable(
  texts: MessageTexts,
  placeholders: readonly MessagePlaceholder[],
  samples: Readonly<Record<Language, Readonly<Record<string, string>>>>,
): void {
  const problems = messageTextProblems(texts, placeholders, samples);
  const [first] = problems;
  if (!first) return;
  const details = { problems };
  const language = first.language.toUpperCase();
  switch (first.problem) {
    case 'unknown':
      throw badRequest('console-message-texts.unknown', {
        values: { names: first.names.slice(0, 5).join(', '), language },
        details,
      });
    case 'missing':
      throw badRequest('console-message-texts.missing', {
        values: { names: first.names.join(', '), language },
        details,
      });
    case 'too-long':
      throw badRequest('console-message-texts.too-long', {
        values: { max: MESSAGE_TEXT_LIMITS.smsParts, language },
        details,
      });
    case 'not-latin':
      throw badRequest('console-message-texts.not-latin', { details });
    case 'address':
      throw badRequest('console-message-texts.address', { details });
  }
}
