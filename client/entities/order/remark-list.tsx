import { CircleCheck, MessageSquareWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderRemark } from '#shared/api/cabinet/orders.ts';
import { stepOfField } from '#shared/orders/order-fields.ts';
import { paths } from '#client/lib/paths.ts';
import css from './order.module.css';

interface RemarkListProps {
  remarks: readonly OrderRemark[];
  /** With it each remark leads to the step of the form where it is answered. */
  orderId?: number;
}

/** Remarks of staff, each at the name of its field, and which of them are answered. Needs `order` texts. */
export function RemarkList({ remarks, orderId }: RemarkListProps) {
  const { t } = useTranslation('order');
  return (
    <ul className={css.remarks}>
      {remarks.map(({ field, text, answered }, i) => {
        const name = t(`field.${field}`);
        const Icon = answered ? CircleCheck : MessageSquareWarning;
        return (
          // Two remarks may have the same field and the same words.
          <li key={i} data-answered={answered}>
            <Icon size={20} aria-hidden />
            <div>
              {orderId === undefined ? (
                <strong>{name}</strong>
              ) : (
                <Link to={paths.orderCreate(orderId, stepOfField(field))}>{name}</Link>
              )}
              <p>{text}</p>
              {answered ? <small>{t('remark.answered')}</small> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
