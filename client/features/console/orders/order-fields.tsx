import { CircleX, MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { ORDER_STEPS, stepOfField, type OrderFieldName } from '#shared/orders/order-fields.ts';
import { useFieldValues } from './field-values.tsx';
import { OrderDocuments, OrderPhotos } from './order-files.tsx';
import { useProblemText } from '#client/entities/order/use-problem-text.ts';
import layout from '#client/ui/layout.module.css';
import { RemarkField } from './remark-field.tsx';
import css from './order.module.css';

/** Fields that are one line with another. */
const SHOWN_WITH: Readonly<Partial<Record<OrderFieldName, OrderFieldName>>> = {
  unit: 'quantity',
  areaId: 'regionId',
  longitude: 'latitude',
  rentMonths: 'tenure',
  belowEstimateAllowed: 'estimatedPriceTiyin',
};
const lineOf = (field: OrderFieldName): OrderFieldName => SHOWN_WITH[field] ?? field;

interface OrderFieldsProps {
  order: ModeratedOrder;
  /** Remarks can be written. */
  mayRemark: boolean;
}

/** The whole order in the parts of its form; what is wrong and what was remarked is at its field. */
export function OrderFields({ order, mayRemark }: OrderFieldsProps) {
  const { t } = useTranslation('console-orders');
  const values = useFieldValues(order.fields);
  const files = [
    { field: 'photos' as const, value: <OrderPhotos orderId={order.id} /> },
    { field: 'documents' as const, value: <OrderDocuments orderId={order.id} /> },
  ];
  const lines = [...values, ...files];
  return ORDER_STEPS.map((step) => {
    const own = lines.filter(({ field }) => stepOfField(field) === step);
    return own.length === 0 ? null : (
      <section key={step} className={css.part}>
        <h2>{t(`step.${step}`)}</h2>
        <dl>
          {own.map(({ field, value }) => (
            <Line key={field} order={order} field={field} mayRemark={mayRemark}>
              {value}
            </Line>
          ))}
        </dl>
      </section>
    );
  });
}

interface LineProps extends OrderFieldsProps {
  field: OrderFieldName;
  children: ReactNode;
}

function Line({ order, field, mayRemark, children }: LineProps) {
  const { t } = useTranslation('console-orders');
  const problemText = useProblemText();
  const problems = order.checkList
    .flatMap((check) => check.problems)
    .filter((problem) => lineOf(problem.field) === field);
  const remarks = order.remarks.filter((remark) => lineOf(remark.field) === field);
  return (
    <div className={css.line} data-field={field}>
      <dt>{t(`order:field.${field}`)}</dt>
      <dd>
        {children ?? <span className={layout.muted}>{t('notGiven')}</span>}
        {problems.map((problem) => (
          <p key={`${problem.problem}-${problem.part ?? ''}`} className={css.problem}>
            <CircleX size={16} aria-hidden /> {problemText(problem)}
          </p>
        ))}
        {remarks.map(({ text, answered }) => (
          <p key={text} className={css.earlier} data-answered={answered}>
            <MessageSquareText size={16} aria-hidden />
            <span>
              {text} <em>({t(answered ? 'remark.answered' : 'remark.open')})</em>
            </span>
          </p>
        ))}
        {mayRemark ? <RemarkField orderId={order.id} field={field} /> : null}
      </dd>
    </div>
  );
}
