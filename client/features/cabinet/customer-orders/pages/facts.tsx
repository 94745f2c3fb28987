import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../customer-orders.module.css';

export interface Fact {
  key: string;
  name: string;
  /** null: not filled in. */
  value: ReactNode;
  /** Long texts take the whole width. */
  wide?: boolean;
}

/** Names and values of an order; what is not filled in says so. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const { t } = useTranslation('customer-orders');
  return (
    <section className={css.card}>
      <h2>{title}</h2>
      <dl className={css.factList}>
        {facts.map(({ key, name, value, wide }) => (
          <div key={key} data-wide={wide}>
            <dt>{name}</dt>
            <dd data-empty={value === null}>{value ?? t('notFilled')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
