import { MessageSquarePlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { REMARK_MAX, REMARK_MIN } from '#shared/limits/order-actions.ts';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import { TextField } from '#client/ui/input-field.tsx';
import { setRemark, useRemarks } from './remarks.ts';
import css from './order.module.css';

interface RemarkFieldProps {
  orderId: number;
  field: OrderFieldName;
}

/** A remark beside the field it is about: a button, and once pressed what is written. */
export function RemarkField({ orderId, field }: RemarkFieldProps) {
  const { t } = useTranslation('console-orders');
  const name = t(`order:field.${field}`);
  const text = useRemarks(orderId)[field];
  if (text !== undefined) return <RemarkText orderId={orderId} field={field} name={name} text={text} />;
  return (
    <button
      type="button"
      className={css.remark}
      aria-label={t('remark.addTo', { field: name })}
      onClick={() => setRemark(orderId, field, '')}
    >
      <MessageSquarePlus size={18} aria-hidden />
      <span>{t('remark.add')}</span>
    </button>
  );
}

function RemarkText({ orderId, field, name, text }: RemarkFieldProps & { name: string; text: string }) {
  const { t } = useTranslation('console-orders');
  const area = useRef<HTMLTextAreaElement>(null);
  const length = text.trim().length;
  useEffect(() => {
    // The button that was pressed is gone, and the keyboard with it.
    if (document.activeElement === document.body) area.current?.focus();
  }, []);
  return (
    <div className={css.remarkForm}>
      <TextField
        ref={area}
        label={t('remark.label', { field: name })}
        error={length > 0 && length < REMARK_MIN ? t('remark.short', { least: REMARK_MIN }) : null}
        maxLength={REMARK_MAX}
        rows={2}
        value={text}
        onChange={({ target }) => setRemark(orderId, field, target.value)}
      />
      <button
        type="button"
        className={css.remove}
        aria-label={t('remark.remove', { field: name })}
        onClick={() => setRemark(orderId, field, null)}
      >
        <X size={18} aria-hidden />
      </button>
    </div>
  );
}
