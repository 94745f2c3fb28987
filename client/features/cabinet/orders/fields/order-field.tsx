import { CheckCheck, MessageSquareWarning, TriangleAlert } from 'lucide-react';
import type { FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import { useOrderForm } from '../order-form.tsx';
import { useProblemText } from '#client/entities/order/use-problem-text.ts';
import layout from '#client/ui/layout.module.css';
import css from './fields.module.css';

/** Where links to a field lead. */
export const fieldAnchor = (field: OrderFieldName): string => `field-${field}`;

interface OrderFieldProps {
  field: OrderFieldName;
  /** The control shows no problem of its own: it is written below. */
  below?: boolean;
  /** Draws the control; `error` is what is wrong with the field, or with one part of it (a language, a figure). */
  children: (errorOf: (part?: string) => string | null) => ReactNode;
}

/** Around the control of a field: the remark of staff above it, what is wrong and what to look at below it. */
export function OrderField({ field, below = false, children }: OrderFieldProps) {
  const { problemOf, warningOf, remarkOf, touch } = useOrderForm();
  const problemText = useProblemText();
  const errorOf = (part?: string) => {
    const problem = problemOf(field, part);
    return problem ? problemText(problem) : null;
  };
  const remark = remarkOf(field);
  const warning = warningOf(field);
  const error = below ? errorOf() : null;
  const left = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (!currentTarget.contains(relatedTarget)) touch(field);
  };
  return (
    <div id={fieldAnchor(field)} className={css.field} data-invalid={error !== null} onBlur={left}>
      {remark ? <Remark text={remark.text} answered={remark.answered} /> : null}
      {children(errorOf)}
      {error ? (
        <p className={layout.dangerSmall} role="alert">
          {error}
        </p>
      ) : null}
      {warning ? (
        <p className={css.warning} role="status">
          <TriangleAlert size={18} aria-hidden />
          {problemText(warning)}
        </p>
      ) : null}
    </div>
  );
}

function Remark({ text, answered }: { text: string; answered: boolean }) {
  const { t } = useTranslation('orders');
  const Icon = answered ? CheckCheck : MessageSquareWarning;
  return (
    <p className={css.remark} data-answered={answered} data-testid="remark">
      <Icon size={20} aria-hidden />
      <span>
        <strong>{t(answered ? 'remark.answered' : 'remark.open')}</strong>
        <span>{text}</span>
      </span>
    </p>
  );
}
