import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedField } from '#shared/api/cabinet/order-questions.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { FactFields } from '#client/entities/order/fact-fields.tsx';
import css from './console-categories.module.css';
import writing from '#client/ui/writing.module.css';

/** The questions as the form of an order draws them; what is typed here goes nowhere. */
export function FieldPreview({ questions }: { questions: readonly AskedField[] }) {
  const { t } = useTranslation(['categories', 'content', 'orders']);
  const [facts, setFacts] = useState<NonNullable<OrderFields['facts']>>({});
  return (
    <section className={writing.card} aria-label={t('content:preview')}>
      <h2>{t('content:preview')}</h2>
      <p className={writing.muted}>{t('previewLead')}</p>
      {questions.length === 0 ? (
        <p className={writing.muted}>{t('noFields')}</p>
      ) : (
        <fieldset className={css.preview}>
          <legend>{t('orders:facts.title')}</legend>
          <FactFields
            questions={questions}
            facts={facts}
            onChange={(next) => setFacts(next ?? {})}
            errorOf={() => null}
          />
        </fieldset>
      )}
    </section>
  );
}
