import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { categoryFields } from '#shared/api/order-questions.ts';
import { ORDER_LIMITS, type OrderFields, type TwoTexts } from '#shared/orders/order-fields.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { FractionField, WholeField } from '../fields/number-field.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { TwoTextsField } from '../fields/two-texts-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { questionsQuery } from '../order-queries.ts';
import css from './steps.module.css';

type Question = z.infer<typeof categoryFields.answer>[number];
type Fact = NonNullable<OrderFields['facts']>[string];

/** What is asked about property of the chosen category, as the category's own list has it. */
export function Facts() {
  const { t } = useTranslation('orders');
  const { fields } = useOrderForm();
  const { data, error, refetch } = useQuery(questionsQuery(fields.categoryId));
  if (fields.categoryId === undefined) return <p className={css.note}>{t('facts.chooseFirst')}</p>;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={180} radius={8} />
      </div>
    );
  if (data.length === 0) return null;
  return (
    <OrderField field="facts" below>
      {(errorOf) => (
        <fieldset className={css.group}>
          <legend>{t('facts.title')}</legend>
          <div className={css.facts}>
            {data.map((question) => (
              <div key={question.code} data-wide={question.kind === 'text'}>
                <FactField question={question} error={errorOf(question.code)} />
              </div>
            ))}
          </div>
        </fieldset>
      )}
    </OrderField>
  );
}

function FactField({ question, error }: { question: Question; error: string | null }) {
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { fields, change } = useOrderForm();
  const { code, kind, required, choices } = question;
  const unit = question.unit ? localized(question.unit) : null;
  const name = unit ? `${localized(question.label)}, ${unit}` : localized(question.label);
  const label = required ? name : t('facts.optional', { label: name });
  const value = fields.facts?.[code];
  const put = (fact: Fact | null) => {
    const others = Object.entries(fields.facts ?? {}).filter(([each]) => each !== code);
    const facts = Object.fromEntries(fact === null ? others : [...others, [code, fact]]);
    change({ facts: Object.keys(facts).length === 0 ? null : facts });
  };
  const number = typeof value === 'number' ? value : undefined;
  switch (kind) {
    case 'text':
      return (
        <TwoTextsField
          label={label}
          value={textsOf(value)}
          onChange={put}
          errorOf={() => error}
          maxLength={ORDER_LIMITS.factText}
        />
      );
    case 'number':
    case 'area':
      return <FractionField label={label} value={number} onChange={put} error={error} />;
    case 'year':
      return <WholeField label={label} value={number} onChange={put} error={error} most={4} />;
    case 'choice':
      return (
        <OptionsField
          label={label}
          error={error}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => put(target.value === '' ? null : target.value)}
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
          onChange={({ target }) => put(target.value === '' ? null : target.value === 'yes')}
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
