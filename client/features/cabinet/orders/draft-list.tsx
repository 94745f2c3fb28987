import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPen, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { deleteOrder, type OrderRow } from '#shared/api/cabinet/orders.ts';
import { EDITABLE_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { draftsQuery } from './order-queries.ts';
import { Refusal } from './refusal.tsx';
import { useBeginOrder } from './use-begin-order.ts';
import css from './order-create.module.css';

/** The last drafts of the person, to continue or delete, and the beginning of another one. */
export function DraftList() {
  const { t } = useTranslation(['orders', 'ui']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(draftsQuery);
  const begin = useBeginOrder();
  const [doomed, setDoomed] = useState<OrderRow | null>(null);
  const remove = useMutation({
    mutationFn: ({ id, version }: OrderRow) => call(deleteOrder, { body: { orderId: id, version } }),
    onSuccess: (_, { id }) => notify('success', t('drafts.deleted', { number: id })),
    onError: (problem) => notify('error', errorText(problem)),
    onSettled: () => {
      setDoomed(null);
      return queries.invalidateQueries({ queryKey: draftsQuery.queryKey });
    },
  });
  const drafts = data?.items.filter(({ status }) =>
    (EDITABLE_ORDERS as readonly OrderState[]).includes(status),
  );
  return (
    <section className={css.drafts} aria-labelledby="drafts-title">
      <header>
        <h2 id="drafts-title">{t('drafts.title')}</h2>
        <Button
          size="lg"
          leftSection={<Plus size={20} aria-hidden />}
          loading={begin.isPending}
          onClick={begin.start}
        >
          {t('drafts.new')}
        </Button>
      </header>
      {begin.refused ? <Refusal {...begin.refused} /> : null}
      {drafts ? (
        <ul>
          {drafts.map((order) => (
            <DraftRow key={order.id} order={order} onDelete={() => setDoomed(order)} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      <Link to={paths.profile('orders')}>{t('drafts.all')}</Link>
      <ConfirmDialog
        opened={doomed !== null}
        title={t('drafts.ask', { number: doomed?.id ?? '' })}
        confirm={t('drafts.confirm')}
        cancel={t('ui:action.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {t('drafts.askText')}
      </ConfirmDialog>
    </section>
  );
}

function DraftRow({ order, onDelete }: { order: OrderRow; onDelete: () => void }) {
  const { t } = useTranslation('orders');
  const title = currentLanguage() === 'ru' ? order.title?.ru || order.title?.uz : order.title?.uz;
  return (
    <li>
      <FolderPen size={24} strokeWidth={1.5} aria-hidden />
      <p>
        <Link to={paths.orderCreate(order.id)}>{title || t('draft', { number: order.id })}</Link>
        <span>
          {title ? `${t('draft', { number: order.id })} · ` : null}
          {order.openRemarks > 0
            ? t('step.remarksLeft', { count: order.openRemarks })
            : t('drafts.changed', { time: formatDateTime(order.changedAtMs) })}
        </span>
      </p>
      <button type="button" aria-label={t('drafts.delete', { number: order.id })} onClick={onDelete}>
        <Trash2 size={20} aria-hidden />
      </button>
    </li>
  );
}
