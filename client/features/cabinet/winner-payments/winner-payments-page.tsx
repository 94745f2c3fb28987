import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RESULT_GROUPS, winnerResults } from '#shared/api/cabinet/winner-payments.ts';
import { SaleDebt } from '#client/entities/wallet/sale-debt.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import layout from '#client/ui/layout.module.css';
import { SoldLot } from './sold-lot.tsx';
import css from './winner-payments.module.css';

const ROWS = 10;
/** Buyers pay and staff pays out meanwhile. */
const ASK_MS = 60_000;

/** /profile/winner-payments: what buyers have paid for the customer's lots, and which were not sold and why. */
export function WinnerPaymentsPage() {
  const { t } = useTranslation(['winner-payments', 'cabinet']);
  const list = useListPage({
    name: 'winner-payments',
    filters: ['group'],
    size: ROWS,
    refreshMs: ASK_MS,
    read: ({ page, size, filters, signal }) =>
      call(winnerResults, {
        query: { page, size, group: oneOf(RESULT_GROUPS, filters.group) ?? 'sold' },
        signal,
      }),
  });
  usePersonUpdates('messages', list.again);
  const { data, error, filters, choose, page, pageCount, pageTo } = list;
  const group = oneOf(RESULT_GROUPS, filters.group) ?? 'sold';
  const title = t('cabinet:page.winner-payments');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SaleDebt />
      <Tabs
        label={title}
        active={group}
        onChange={(key) => choose({ group: key === 'sold' ? '' : key })}
        tabs={RESULT_GROUPS.map((key) => ({
          key,
          label: (
            <>
              {t(`group.${key}`)}
              {data && data.counts[key] > 0 ? <b className={css.count}>{data.counts[key]}</b> : null}
            </>
          ),
        }))}
      >
        {data ? (
          data.items.length > 0 ? (
            <>
              <ul className={layout.fluidStack4}>
                {data.items.map((lot) => (
                  <li key={lot.sale?.settlementId ?? `lot-${String(lot.lotId)}`}>
                    <SoldLot lot={lot} again={list.again} />
                  </li>
                ))}
              </ul>
              <Pagination page={page} count={pageCount} to={pageTo} />
              <p className={css.lead}>{t(`lead.${group}`)}</p>
              <ExportLinks list="winner-payments" filters={filters} />
            </>
          ) : (
            <EmptyState icon={HandCoins} title={t(`empty.${group}`)} text={t('empty.text')}>
              <ButtonLink to={paths.orders()}>{t('empty.toOrders')}</ButtonLink>
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={list.retry} />
        ) : (
          <div className={layout.fluidStack4} aria-busy="true">
            <Skeleton height={220} radius={12} />
          </div>
        )}
      </Tabs>
    </>
  );
}
