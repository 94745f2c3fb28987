import { PackageOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TRADE_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { ORDER_PROGRESS, SHOWN_ORDERS } from '#shared/lifecycles/order.ts';
import { useOrderStatusName } from '#client/entities/order/order-badge.tsx';
import { useBoard } from '#client/lib/auction-socket/use-board.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { useOrderActions } from '../actions/use-order-actions.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { useColumns } from './columns.tsx';
import { PenaltyDebt } from './penalty-debt.tsx';
import { SEARCH_MAX, useOrders } from './use-orders.ts';
import css from '../customer-orders.module.css';

/** /profile/orders: everything the person sells, how far each order is, and what can be done with it now. */
export function OrdersPage() {
  const { t } = useTranslation(['customer-orders', 'cabinet', 'order']);
  const list = useOrders();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const actions = useOrderActions({ onDone: () => setChosenIds(new Set()) });
  const statusName = useOrderStatusName();
  const orderType = useNames('order-types');
  const tradeType = useNames('order-methods');
  const rows = list.data?.items ?? [];
  const live = useBoard(
    rows.flatMap(({ lots: { last }, status }) => (last && status === 'on-trade' ? [last.id] : [])),
  );
  const choose = (id: number, wanted: boolean) =>
    setChosenIds((before) => new Set(wanted ? [...before, id] : [...before].filter((each) => each !== id)));
  const columns = useColumns({ live, chosenIds, onChoose: choose, onActions: actions.open });
  const title = t('cabinet:page.orders');
  return (
    <>
      <PageTitle
        aside={
          <ButtonLink to={paths.orderCreate()} size="md" narrow leftSection={<Plus size={18} aria-hidden />}>
            {t('new')}
          </ButtonLink>
        }
      >
        {title}
      </PageTitle>
      <PenaltyDebt />
      <TableTools list={list} exports={<ExportLinks list="orders" filters={list.filters} />}>
        <InputField
          label={t('filter.search')}
          type="search"
          maxLength={SEARCH_MAX}
          value={list.filters.q}
          onChange={({ target }) => list.choose({ q: target.value })}
        />
        <div className={css.filters}>
          <ChoiceFilter
            list={list}
            name="progress"
            label={t('column.progress')}
            options={ORDER_PROGRESS.map((step) => ({
              value: String(step),
              label: t(`order:progress.${step}`),
            }))}
          />
          <ChoiceFilter
            list={list}
            name="status"
            label={t('column.status')}
            options={SHOWN_ORDERS.map((value) => ({ value, label: statusName(value) }))}
          />
          <ChoiceFilter
            list={list}
            name="orderType"
            label={t('order:field.orderType')}
            options={ORDER_TYPES.map((value) => ({ value, label: orderType(value) ?? '…' }))}
          />
          <ChoiceFilter
            list={list}
            name="tradeType"
            label={t('order:field.tradeType')}
            options={TRADE_TYPES.map((value) => ({ value, label: tradeType(value) ?? '…' }))}
          />
        </div>
      </TableTools>
      <div className={css.orders}>
        <ListTable
          list={list}
          label={title}
          columns={columns}
          rowKey={({ id }) => id}
          mark={({ status }) => (status === 'cancelled' || status === 'rejected' ? 'faded' : undefined)}
          empty={{
            title: t('empty.title'),
            text: t('empty.text'),
            icon: PackageOpen,
            children: (
              <ButtonLink to={paths.orderCreate()} size="lg">
                {t('empty.begin')}
              </ButtonLink>
            ),
          }}
        />
      </div>
      {list.bare || rows.length === 0 ? null : (
        <BulkActions orders={rows.filter(({ id }) => chosenIds.has(id))} onAct={actions.act} />
      )}
      {actions.dialog}
    </>
  );
}
