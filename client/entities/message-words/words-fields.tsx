import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/i18n/languages.ts';
import {
  MESSAGE_TEXT_LIMITS,
  WRITTEN_LANGUAGES,
  type MessageTextProblem,
  type MessageTexts,
} from '#shared/notifications/own-texts.ts';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import writing from '#client/ui/writing.module.css';
import css from './message-words.module.css';

export const sameWords = (texts: MessageTexts, other: MessageTexts): boolean =>
  WRITTEN_LANGUAGES.every(
    (each) => texts[each].title === other[each].title && texts[each].text === other[each].text,
  );

export const lacksWords = (texts: MessageTexts): boolean =>
  WRITTEN_LANGUAGES.some((each) => texts[each].title.trim() === '' || texts[each].text.trim() === '');

interface WordsFieldsProps {
  texts: MessageTexts;
  language: Language;
  readOnly: boolean;
  /** Of all languages. */
  problems: readonly MessageTextProblem[];
  onChange: (texts: MessageTexts) => void;
}

/** Title and text of a message in one language, and what forbids them in any. */
export function WordsFields({ texts, language, readOnly, problems, onChange }: WordsFieldsProps) {
  const { t } = useTranslation('console-message-texts');
  return (
    <>
      {language === 'uz-Cyrl' ? (
        <p className={writing.muted}>{t('cyrillicMade')}</p>
      ) : (
        (['title', 'text'] as const).map((part) => {
          const Control = part === 'title' ? InputField : TextField;
          return (
            <Control
              key={part}
              name={part}
              label={t(`field.${part}`)}
              lang={language}
              maxLength={MESSAGE_TEXT_LIMITS[part]}
              readOnly={readOnly}
              value={texts[language][part]}
              onChange={(event: { target: { value: string } }) =>
                onChange({ ...texts, [language]: { ...texts[language], [part]: event.target.value } })
              }
            />
          );
        })
      )}
      <div role="status">
        {problems.length > 0 ? (
          <ul className={css.problems}>
            {problems.map((found) => (
              <li key={`${found.language} ${found.problem}`}>
                {t(`errors.${found.problem}`, {
                  language: found.language.toUpperCase(),
                  names: 'names' in found ? found.names.join(', ') : '',
                  max: MESSAGE_TEXT_LIMITS.smsParts,
                })}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  );
}
