import { useTranslation } from 'react-i18next';
import { fillPlaceholders } from '#shared/content/fill-figures.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { smsOf, wordsIn, type MessageTexts } from '#shared/notifications/own-texts.ts';
import { plainSms } from '#shared/notifications/plain-sms.ts';
import { smsParts } from '#shared/notifications/sms-parts.ts';
import writing from '#client/ui/writing.module.css';

interface MessagePreviewProps {
  texts: MessageTexts;
  language: Language;
  /** Values of an example. */
  samples: Readonly<Record<string, string>>;
}

/** What people get of these words: in the inbox and by e-mail, and by SMS with what it is paid as. */
export function MessagePreview({ texts, language, samples }: MessagePreviewProps) {
  const { t } = useTranslation(['console-message-texts', 'content']);
  const words = wordsIn(texts, language);
  // A name without a value stays in its braces, so that it is seen.
  const fill = (text: string): string => fillPlaceholders(text, samples, (name) => `{{${name}}}`);
  const sms = plainSms(smsOf(fill(words.text).trim()));
  return (
    <section className={writing.card} aria-label={t('content:preview')}>
      <p className={writing.muted}>{t('content:preview')}</p>
      <div lang={language}>
        <h3>{fill(words.title)}</h3>
        <p className={writing.text}>{fill(words.text)}</p>
      </div>
      <p className={writing.muted}>{t('sms', { parts: smsParts(sms), letters: [...sms].length })}</p>
      <p className={writing.text} lang={language}>
        {sms}
      </p>
    </section>
  );
}
