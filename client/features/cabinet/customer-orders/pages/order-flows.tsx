import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Bot, ShieldCheck, User, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderFlow } from '#shared/api/cabinet/orders.ts';
import { useFlowReason } from '#client/entities/order/flow-reason.ts';
import { OrderBadge, type OrderStatus } from '#client/entities/order/order-badge.tsx';
import { RemarkList } from '#client/entities/order/remark-list.tsx';
import { useLocalized } from '#client/lib/use-localized.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { flowsQuery } from '../order-queries.ts';
import type { FullOrder } from './full-order.ts';
import css from '../customer-orders.module.css';

const ICONS: Record<OrderFlow['by'], LucideIcon> = { customer: User, staff: ShieldCheck, system: Bot };

/** Everything that happened to the order, the newest first: who, when, from what to what, why. */
export function OrderFlows({ order: { order } }: { order: FullOrder }) {
  const { t } = useTranslation('customer-orders');
  const { data, error, refetch } = useQuery(flowsQuery(order.id));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={240} radius={12} />
      </div>
    );
  return (
    <section className={css.card} aria-labelledby="order-flows">
      <h2 id="order-flows">{t('page.order-flows')}</h2>
      <ol className={css.flows}>
        {data.items.toReversed().map((flow, i) => (
          <Flow key={data.items.length - i} flow={flow} />
        ))}
      </ol>
    </section>
  );
}

function Flow({ flow }: { flow: OrderFlow }) {
  const { t } = useTranslation(['customer-orders', 'protests']);
  const reasonOf = useFlowReason();
  const localized = useLocalized();
  const Icon = ICONS[flow.by];
  return (
    <li>
      <span className={css.dot}>
        <Icon size={18} aria-hidden />
      </span>
      <div className={css.flow}>
        <p className={css.muted}>
          <time dateTime={new Date(flow.atMs).toISOString()}>
            {formatDateTime(flow.atMs, { seconds: true })}
          </time>{' '}
          · {t(`by.${flow.by}`)}
        </p>
        {flow.note === null ? (
          <Change flow={flow} />
        ) : (
          <p className={layout.centredRow2}>{t(`protests:note.${flow.note}`)}</p>
        )}
        {flow.repeat ? <p>{t(`flow.${flow.repeat}`)}</p> : null}
        {flow.reason ? <p className={css.why}>{localized(flow.reason.name)}</p> : null}
        {flow.why === null ? null : <p className={css.why}>{reasonOf(flow.why)}</p>}
        {flow.remarks.length > 0 ? <RemarkList remarks={flow.remarks} /> : null}
      </div>
    </li>
  );
}

/** From which state to which. */
function Change({ flow: { from, to } }: { flow: OrderFlow }) {
  const { t } = useTranslation('customer-orders');
  return (
    <p className={layout.centredRow2}>
      {from === null ? (
        <span>{t('begun')}</span>
      ) : from === to ? null : (
        <>
          <span className="sr-only">{t('from')}</span>
          <OrderBadge status={from as OrderStatus} />
        </>
      )}
      {from === to ? null : (
        <>
          <ArrowRight size={16} aria-hidden />
          <span className="sr-only">{t('to')}</span>
        </>
      )}
      <OrderBadge status={to as OrderStatus} />
    </p>
  );
}
