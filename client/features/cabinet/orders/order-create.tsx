import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { OrderDetails } from '#shared/api/cabinet/orders.ts';
import { EDITABLE_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';
import { currentPath, loginUrl, paths, registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import type { OrderParts } from './check/check-step.tsx';
import { Draft } from './draft.tsx';
import { DraftList } from './draft-list.tsx';
import { FirstDraft } from './first-draft.tsx';
import { draftsQuery, isNotFound, orderQuery } from './order-queries.ts';
import css from './order-create.module.css';

const isEditable = (status: OrderState): boolean =>
  (EDITABLE_ORDERS as readonly OrderState[]).includes(status);

/** /order-create: an order is written and mended; `?order=` names it, `&step=` the part of it. */
export function OrderCreate({ parts }: { parts: OrderParts }) {
  const { t } = useTranslation('orders');
  const signedIn = useSession((state) => state.user !== null);
  const [search] = useSearchParams();
  const asked = search.get('order');
  const id = asked !== null && /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null;
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      {!signedIn ? <SignInFirst /> : id === null ? <Beginning /> : <OpenedOrder id={id} parts={parts} />}
    </div>
  );
}

function SignInFirst() {
  const { t } = useTranslation(['orders', 'ui']);
  return (
    <EmptyState icon={Images} title={t('signIn')} text={t('signInText')}>
      <ButtonAnchor href={loginUrl(currentPath())} size="lg">
        {t('ui:action.signIn')}
      </ButtonAnchor>
      <ButtonAnchor href={registerUrl(currentPath())} size="lg" variant="default">
        {t('ui:action.register')}
      </ButtonAnchor>
    </EmptyState>
  );
}

/** Drafts to go on with, and the beginning of another one. */
function Beginning() {
  const { data, error, refetch } = useQuery(draftsQuery);
  if (data) return data.items.some(({ status }) => isEditable(status)) ? <DraftList /> : <FirstDraft />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function OpenedOrder({ id, parts }: { id: number; parts: OrderParts }) {
  const { t } = useTranslation('orders');
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (isNotFound(error))
    return (
      <EmptyState title={t('none.title')} text={t('none.text')}>
        <ButtonLink to={paths.orderCreate()} size="lg">
          {t('none.drafts')}
        </ButtonLink>
      </EmptyState>
    );
  if (data && !isEditable(data.order.status)) return <NotEditable details={data} />;
  // One draft's state does not pass to another.
  if (data) return <Draft key={id} details={data} parts={parts} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />;
}

/** Sent, decided or on trade: it is no longer written here. */
function NotEditable({ details: { order } }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const sent = order.status === 'sent';
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={t(sent ? 'sent.title' : 'notEditable.title', { number: order.id })}
      text={t(sent ? 'sent.text' : 'notEditable.text')}
    >
      <ButtonLink to={paths.profile(`orders/order-info/${order.id}`)} size="lg">
        {t('sent.toOrder')}
      </ButtonLink>
      <ButtonLink to={paths.orderCreate()} size="lg" variant="default">
        {t('none.drafts')}
      </ButtonLink>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className={layout.stack4} aria-busy="true">
      <Skeleton height={88} radius={12} />
      <Skeleton height={320} radius={12} />
    </div>
  );
}
