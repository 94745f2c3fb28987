import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FactFields } from '#client/entities/order/fact-fields.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { questionsQuery } from '../order-queries.ts';
import css from './steps.module.css';

/** What is asked about property of the chosen category, as the category's own list has it. */
export function Facts() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
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
          <FactFields
            questions={data}
            facts={fields.facts ?? {}}
            onChange={(facts) => change({ facts })}
            errorOf={errorOf}
          />
        </fieldset>
      )}
    </OrderField>
  );
}
