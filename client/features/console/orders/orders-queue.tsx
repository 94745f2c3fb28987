import { FileCheck2, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedOrder } from '#shared/api/console/console-orders.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { SHOWN_ORDERS } from '#shared/lifecycles/order.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { useOrderStatusName } from '#client/entities/order/order-badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { Field } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { useShortcuts } from '#client/ui/use-shortcuts.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { BULK_ORDER_VERBS, OrdersDialog } from './orders-dialog.tsx';
import { useQueueColumns } from './queue-columns.tsx';
import { SellersDialog } from './sellers-dialog.tsx';
import { useCategories } from '#client/entities/dictionary/use-choices.ts';
import layout from '#client/ui/layout.module.css';
import { CLAIM_CHOICES, useOrderQueue } from './use-order-queue.ts';
import css from './queue.module.css';

const OTHER_STATES = SHOWN_ORDERS.filter((state) => state !== 'sent');
const MOST_DIGITS = 15;

/** /console/orders: what customers sent, the longest waiting first; every choice is in the address. */
export function OrdersQueue() {
  const { t } = useTranslation('console-orders');
  const [opened, setOpened] = useState<'keys' | 'sellers' | null>(null);
  const list = useOrderQueue();
  const columns = useQueueColumns(list.data?.serverAtMs ?? 0);
  const statusName = useOrderStatusName();
  const orderType = useNames('order-types');
  const { options } = useCategories();

  useShortcuts({ '?': () => setOpened('keys') });
  const mayModerate = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.moderateOrders,
  );
  const names = { claim: t('claim.take'), release: t('claim.release'), reject: t('act.reject') };
  const bulk = (['claim', 'release', 'reject'] as const).map((verb) => ({
    key: verb,
    name: names[verb],
    fits: BULK_ORDER_VERBS[verb],
    renderDialog: (orders: readonly QueuedOrder[], onClose: (sent: boolean) => void) => (
      <OrdersDialog orders={orders} verb={verb} onClose={onClose} onChange={list.again} />
    ),
  }));

  const { data } = list;
  return (
    <>
      <PageTitle
        aside={
          <div className={layout.row2}>
            <Button variant="default" onClick={() => setOpened('sellers')}>
              {t('queue.sellers')}
            </Button>
            <Button
              variant="default"
              leftSection={<Keyboard size={18} aria-hidden />}
              onClick={() => setOpened('keys')}
            >
              {t('keys.open')}
            </Button>
          </div>
        }
      >
        {t('queue.title')}
      </PageTitle>
      {data ? <Service {...data.service} serverAtMs={data.serverAtMs} /> : null}
      <TableTools>
        <ChoiceFilter
          list={list}
          name="status"
          label={t('filter.state')}
          none={statusName('sent')}
          options={OTHER_STATES.map((value) => ({ value, label: statusName(value) }))}
        />
        <ChoiceFilter
          list={list}
          name="claim"
          label={t('filter.claim')}
          options={CLAIM_CHOICES.map((value) => ({ value, label: t(`claimed.${value}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="type"
          label={t('filter.type')}
          options={ORDER_TYPES.map((value) => ({ value, label: orderType(value) ?? value }))}
        />
        <ChoiceFilter list={list} name="category" label={t('filter.category')} options={options} />
        <Field label={t('filter.number')}>
          {(ids) => (
            <input
              {...ids}
              inputMode="numeric"
              value={list.filters.order}
              onChange={({ target }) =>
                list.choose({ order: target.value.replace(/\D/g, '').slice(0, MOST_DIGITS) })
              }
            />
          )}
        </Field>
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-orders" filters={list.filters} />}
        list={list}
        label={t('queue.title')}
        columns={columns}
        rowKey={({ id }) => id}
        bulk={mayModerate ? bulk : []}
        mark={({ claim }) => (claim?.mine ? 'mine' : undefined)}
        empty={{ title: t('queue.none'), text: t('queue.noneText'), icon: FileCheck2 }}
      />
      {opened === 'keys' ? (
        <KeysDialog keys={['j', 'k', 'Enter', 'select']} onClose={() => setOpened(null)} />
      ) : null}
      {opened === 'sellers' ? <SellersDialog onClose={() => setOpened(null)} /> : null}
    </>
  );
}

interface ServiceProps {
  waiting: number;
  oldestSentAtMs: number | null;
  medianMs: number | null;
  serverAtMs: number;
}

/** How long people wait for a decision. */
function Service({ waiting, oldestSentAtMs, medianMs, serverAtMs }: ServiceProps) {
  const { t } = useTranslation('console-orders');
  return (
    <p className={css.lead} role="status">
      {[
        <strong key="waiting">{t('queue.waiting', { count: waiting })}</strong>,
        oldestSentAtMs === null
          ? null
          : t('queue.oldest', { age: formatDuration(Math.max(0, serverAtMs - oldestSentAtMs)) }),
        medianMs === null ? t('queue.noMedian') : t('queue.median', { time: formatDuration(medianMs) }),
      ]
        .filter((part) => part !== null)
        .map((part, i) => (
          <span key={i}>{part}</span>
        ))}
    </p>
  );
}
