import { useTranslation } from 'react-i18next';
import type { AskedField } from '#shared/api/cabinet/order-questions.ts';
import { ORDER_LIMITS, type OrderFields, type TwoTexts } from '#shared/orders/order-fields.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { FractionField, WholeField } from '#client/ui/number-field.tsx';
import { TwoTextsField } from './two-texts-field.tsx';
import css from './facts.module.css';

type Facts = NonNullable<OrderFields['facts']>;
type Fact = Facts[string];

interface FactFieldsProps {
  questions: readonly AskedField[];
  facts: Facts;
  /** Null: nothing is answered. */
  onChange: (facts: Facts | null) => void;
  errorOf: (code: string) => string | null;
}

/** What a category asks about property, as the form of an order has it. */
export function FactFields({ questions, facts, onChange, errorOf }: FactFieldsProps) {
  const put = (code: string) => (fact: Fact | null) => {
    const others = Object.entries(facts).filter(([each]) => each !== code);
    const answers = fact === null ? others : [...others, [code, fact] as const];
    onChange(answers.length === 0 ? null : Object.fromEntries(answers));
  };
  return (
    <div className={css.facts}>
      {questions.map((question) => (
        <div key={question.code} data-wide={question.kind === 'text'}>
          <FactField
            question={question}
            value={facts[question.code]}
            onChange={put(question.code)}
            error={errorOf(question.code)}
          />
        </div>
      ))}
    </div>
  );
}

interface FactFieldProps {
  question: AskedField;
  value: Fact | undefined;
  onChange: (fact: Fact | null) => void;
  error: string | null;
}

function FactField({ question, value, onChange, error }: FactFieldProps) {
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { kind, required, choices } = question;
  const unit = question.unit ? localized(question.unit) : null;
  const name = unit ? `${localized(question.label)}, ${unit}` : localized(question.label);
  const label = required ? name : t('facts.optional', { label: name });
  const number = typeof value === 'number' ? value : undefined;
  switch (kind) {
    case 'text':
      return (
        <TwoTextsField
          label={label}
          value={textsOf(value)}
          onChange={onChange}
          errorOf={() => error}
          maxLength={ORDER_LIMITS.factText}
        />
      );
    case 'number':
    case 'area':
      return <FractionField label={label} value={number} onChange={onChange} error={error} />;
    case 'year':
      return <WholeField label={label} value={number} onChange={onChange} error={error} most={4} />;
    case 'date':
      return (
        <DateField
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          error={error}
        />
      );
    case 'choice':
      return (
        <OptionsField
          label={label}
          error={error}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">{t('choice.choose')}</option>
          {choices.map((choice) => (
            <option key={choice.code} value={choice.code}>
              {localized(choice.label)}
            </option>
          ))}
        </OptionsField>
      );
    case 'yes-no':
      return (
        <OptionsField
          label={label}
          error={error}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value === 'yes')}
        >
          <option value="">{t('choice.choose')}</option>
          <option value="yes">{t('choice.yes')}</option>
          <option value="no">{t('choice.no')}</option>
        </OptionsField>
      );
  }
}

const textsOf = (value: Fact | undefined): TwoTexts | undefined =>
  typeof value === 'string' ? { uz: value, ru: value } : typeof value === 'object' ? value : undefined;
