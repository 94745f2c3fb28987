import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '#shared/content/entry-names.ts';
import type { NameInput } from '#shared/content/names.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { hasHiddenMark } from '#shared/text/hidden-marks.ts';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import css from './dictionary.module.css';

const LANGUAGES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;

/** Cyrillic is made where it is left empty. */
const isMissing = (name: NameInput, language: keyof NameInput): boolean =>
  language !== 'uz-Cyrl' && name[language].trim() === '';

const isLatin = (text: string): boolean => !/\p{Script=Cyrillic}/u.test(text);

/** Whether a name may be saved. */
export const nameComplete = (name: NameInput): boolean =>
  !LANGUAGES.some((language) => isMissing(name, language)) &&
  isLatin(name.uz) &&
  !Object.values(name).some((text) => hasHiddenMark(text));

interface NameFieldsProps {
  /** Of what it is the name. */
  legend: string;
  value: NameInput;
  onChange: (name: NameInput) => void;
  readOnly?: boolean;
  /** One of many: how Cyrillic is made is not said beside each. */
  brief?: boolean;
  /** Longest text, in characters. */
  max?: number;
}

/** A name in four languages; the Cyrillic one is made from the Latin one until it is corrected. */
export function NameFields(props: NameFieldsProps) {
  const { legend, value, onChange, readOnly = false, brief = false, max = NAME_MAX } = props;
  // A line that is longer than the field is seen whole.
  const Input = max > NAME_MAX ? TextField : InputField;
  const { t } = useTranslation('content');
  const errorOf = (language: (typeof LANGUAGES)[number]): string | null => {
    if (language === 'uz' && !isLatin(value.uz)) return t('name.latin');
    if (hasHiddenMark(value[language])) return t('name.hidden');
    return null;
  };
  return (
    <fieldset className={css.names}>
      <legend>{legend}</legend>
      {LANGUAGES.map((language) => (
        <Input
          key={language}
          label={t(`language.${language}`)}
          lang={language}
          maxLength={max}
          readOnly={readOnly}
          autoComplete="off"
          placeholder={language === 'uz-Cyrl' ? toCyrillic(value.uz) : undefined}
          hint={language === 'uz-Cyrl' && !readOnly && !brief ? t('name.cyrillicHint') : undefined}
          problem={errorOf(language) ?? (isMissing(value, language) ? t('name.missing') : null)}
          error={errorOf(language)}
          value={value[language]}
          onChange={({ target }) =>
            onChange({ ...value, [language]: target.value.replace(/\s*\n\s*/g, ' ') })
          }
        />
      ))}
    </fieldset>
  );
}
