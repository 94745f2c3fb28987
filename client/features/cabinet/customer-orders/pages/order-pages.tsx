import { useQuery } from '@tanstack/react-query';
import { Eye, PackageX, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { EDITABLE_ORDERS, type OrderProgress, type OrderState } from '#shared/lifecycles/order.ts';
import { OrderBadge } from '#client/entities/order/order-badge.tsx';
import { ProgressSteps } from '#client/entities/order/progress-bar.tsx';
import { RemarkList } from '#client/entities/order/remark-list.tsx';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { ORDER_PAGES, paths, type OrderPage } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useOrderActions } from '../actions/use-order-actions.tsx';
import { isStopped } from '../is-stopped.ts';
import { orderQuery, useRefreshOrders } from '../order-queries.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import layout from '#client/ui/layout.module.css';
import { OrderDocuments } from './order-documents.tsx';
import { OrderFlows } from './order-flows.tsx';
import { OrderInfo } from './order-info.tsx';
import { OrderLots } from './order-lots.tsx';
import { OrderPageLinks } from './order-page-links.tsx';
import { OrderPhotos } from './order-photos.tsx';
import { OrderProtests } from './order-protests.tsx';
import { OrderRequisites } from './order-requisites.tsx';
import { PropertyInfo } from './property-info.tsx';
import type { FullOrder } from './full-order.ts';
import css from '../customer-orders.module.css';

const PAGES: Record<OrderPage, (props: { order: FullOrder }) => ReactNode> = {
  'order-info': OrderInfo,
  'property-info': PropertyInfo,
  'property-photos': OrderPhotos,
  'property-documents': OrderDocuments,
  requisites: OrderRequisites,
  'order-flows': OrderFlows,
  lots: OrderLots,
  protests: OrderProtests,
};

/** /profile/orders/{page}/{number}: what an order is and how far, above its page that is open. */
export function OrderPages() {
  const { pathname } = useLocation();
  const { page, id } = matchPath('/profile/orders/:page/:id', pathname)?.params ?? {};
  const known = ORDER_PAGES.find((each) => each === page);
  const number = /^[1-9]\d{0,14}$/.test(id ?? '') ? Number(id) : null;
  if (!known || number === null) return <NoSuchOrder />;
  return <OpenedOrder page={known} id={number} />;
}

function NoSuchOrder() {
  const { t } = useTranslation('customer-orders');
  return (
    <EmptyState page icon={PackageX} title={t('none.title')} text={t('none.text')}>
      <ButtonLink to={paths.orders()}>{t('none.toOrders')}</ButtonLink>
    </EmptyState>
  );
}

function OpenedOrder({ page, id }: { page: OrderPage; id: number }) {
  const { data, error, refetch } = useQuery(orderQuery(id));
  const refresh = useRefreshOrders();
  // Each change by staff or by a trade comes with a message.
  usePersonUpdates('messages', () => void refresh());
  if (data) return <Order page={page} order={data} />;
  if (error instanceof ApiError && error.status === 404) return <NoSuchOrder />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return (
    <div className={layout.fluidStack4} aria-busy="true">
      <Skeleton height={36} width="min(420px, 80%)" />
      <Skeleton height={120} radius={12} />
      <Skeleton height={320} radius={12} />
    </div>
  );
}

function Order({ page, order: full }: { page: OrderPage; order: FullOrder }) {
  const { t } = useTranslation('customer-orders');
  const navigate = useNavigate();
  const titleOf = useOrderTitle();
  const { order, remarks } = full;
  const { id, status, progress } = order;
  const actions = useOrderActions({
    onDone: (action) => {
      if (action === 'delete') void navigate(paths.orders(), { replace: true });
    },
  });
  const editable = (EDITABLE_ORDERS as readonly OrderState[]).includes(status);
  const open = remarks.filter(({ answered }) => !answered).length;
  const Page = PAGES[page];
  return (
    <div className={layout.fluidStack4}>
      <PageTitle tab={`${t(`page.${page}`)} · ${titleOf(order)}`}>{titleOf(order)}</PageTitle>
      <section className={css.head} aria-label={t('head')}>
        <div className={css.facts}>
          <OrderBadge status={status} />
          <span>{t('number', { number: id })}</span>
          <span>{t('changed', { time: formatDateTime(order.changedAtMs) })}</span>
        </div>
        <ProgressSteps progress={progress as OrderProgress} stopped={isStopped(status)} />
        <div className={css.headButtons}>
          {editable ? (
            <ButtonLink to={paths.orderCreate(id)} size="md">
              {t(status === 'returned' ? 'mend' : 'continue')}
            </ButtonLink>
          ) : null}
          <Button
            variant="default"
            size="md"
            leftSection={<Settings2 size={18} aria-hidden />}
            onClick={() => actions.open(order)}
          >
            {t('actions')}
          </Button>
          <ButtonLink
            variant="default"
            size="md"
            to={paths.orderPreview(id)}
            leftSection={<Eye size={18} aria-hidden />}
          >
            {t('action.preview')}
          </ButtonLink>
        </div>
      </section>
      {remarks.length > 0 && editable ? (
        <section className={css.returned} aria-labelledby="order-remarks">
          <h2 id="order-remarks">{t(open > 0 ? 'remarksOpen' : 'remarksDone', { count: open })}</h2>
          <RemarkList remarks={remarks} orderId={id} />
          {open === 0 ? (
            <ButtonLink to={paths.orderCreate(id, 'check')} className={css.start ?? ''}>
              {t('sendAgain')}
            </ButtonLink>
          ) : null}
        </section>
      ) : null}
      <OrderPageLinks id={id} open={page} lotCount={order.lots.count} />
      <Page order={full} />
      {actions.dialog}
    </div>
  );
}
