import { useTranslation } from 'react-i18next';
import type { TwoTexts } from '#shared/orders/order-fields.ts';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { LatinField, LatinTextField } from '#client/ui/input-filters/fields.tsx';
import layout from '#client/ui/layout.module.css';
import css from './facts.module.css';

interface TwoTextsFieldProps {
  label: string;
  value: TwoTexts | undefined;
  /** Null: nothing is written in either language. */
  onChange: (value: TwoTexts | null) => void;
  errorOf: (part: 'uz' | 'ru') => string | null;
  maxLength: number;
  /** Several lines. */
  long?: boolean;
  hint?: string;
  required?: boolean;
}

/** Numbers and codes (VIN, cadastre) are the same in both languages: no word, at least one digit. */
const isCode = (text: string): boolean => /^[\w:./-]*\d[\w:./-]*$/.test(text.trim());

/** A text in Uzbek, which takes Latin letters alone, and in Russian. */
export function TwoTextsField(props: TwoTextsFieldProps) {
  const { label, value, onChange, errorOf, maxLength, long = false, hint, required = false } = props;
  const { t } = useTranslation('orders');
  const uz = value?.uz ?? '';
  const ru = value?.ru ?? '';
  const write = (next: TwoTexts) => onChange(next.uz === '' && next.ru === '' ? null : next);
  const Latin = long ? LatinTextField : LatinField;
  const Any = long ? TextField : InputField;
  return (
    <div className={long ? layout.fluidStack4 : css.pair}>
      <Latin
        label={t('language.uz', { label })}
        value={uz}
        onChange={(text) => write({ uz: text, ru })}
        onBlur={() => {
          if (!long && ru === '' && isCode(uz)) write({ uz, ru: uz.trim() });
        }}
        error={errorOf('uz')}
        maxLength={maxLength}
        required={required}
        {...(hint ? { hint } : {})}
      />
      <Any
        label={t('language.ru', { label })}
        lang="ru"
        value={ru}
        onChange={(event) => write({ uz, ru: event.target.value })}
        error={errorOf('ru')}
        maxLength={maxLength}
        required={required}
        autoComplete="off"
      />
    </div>
  );
}
