import { useTranslation } from 'react-i18next';
import type { FigureField } from '#shared/rule-sets/figure-fields.ts';
import { InputField, OptionsField, TextField } from '#client/ui/input-field.tsx';
import { useFigureWords } from './rule-set-texts.ts';
import css from './console-reference.module.css';

const HINTED: readonly string[] = ['percents', 'steps', 'seconds', 'minute'];
const TEXT_MAX = 40;
const LINES_MAX = 4_000;

interface FigureInputProps {
  field: FigureField;
  text: string;
  error: string | null;
  onChange: (text: string) => void;
}

/** One figure of a rule set, by its kind. */
export function FigureInput({ field, text, error, onChange }: FigureInputProps) {
  const { t } = useTranslation('console-rule-sets');
  const { nameOf } = useFigureWords();
  const label = field.kind === 'percent' ? `${nameOf(field.path)}, %` : nameOf(field.path);
  const common = { label, error, value: text, 'data-figure': field.path };
  switch (field.kind) {
    case 'yes-no':
      return (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={text === 'yes'}
            onChange={({ target }) => onChange(target.checked ? 'yes' : 'no')}
          />
          {label}
        </label>
      );
    case 'choice':
      return (
        <OptionsField {...common} onChange={({ target }) => onChange(target.value)}>
          {field.options?.map((option) => (
            <option key={option} value={option}>
              {t(`option.${option}`)}
            </option>
          ))}
        </OptionsField>
      );
    case 'steps':
      return (
        <TextField
          {...common}
          hint={t('hint.steps')}
          maxLength={LINES_MAX}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return (
        <InputField
          {...common}
          hint={HINTED.includes(field.kind) ? t(`hint.${field.kind}`) : undefined}
          inputMode={field.kind === 'minute' || field.kind === 'percents' ? 'text' : 'decimal'}
          autoComplete="off"
          maxLength={field.kind === 'percents' ? LINES_MAX : TEXT_MAX}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}
