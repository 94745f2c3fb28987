import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import { useOrderForm } from '../order-form.tsx';
import { fieldAnchor } from './order-field.tsx';
import css from './fields.module.css';

interface MoreFieldsProps {
  fields: readonly Exclude<OrderFieldName, 'photos' | 'documents'>[];
  children: ReactNode;
}

/** Fields that may stay empty, folded until one of them holds something, has a problem or a remark, or is led to. */
export function MoreFields({ fields: names, children }: MoreFieldsProps) {
  const { t } = useTranslation('orders');
  const { fields, details, remarkOf } = useOrderForm();
  const { hash } = useLocation();
  const calls = names.some(
    (name) =>
      fields[name] !== undefined ||
      remarkOf(name) !== undefined ||
      details.problems.some(({ field }) => field === name) ||
      hash === `#${fieldAnchor(name)}`,
  );
  const [opened, setOpened] = useState(calls);
  return (
    <details
      className={css.more}
      open={opened || calls}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{t('more')}</summary>
      <div>{children}</div>
    </details>
  );
}
