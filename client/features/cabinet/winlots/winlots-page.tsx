import { Trophy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Offers } from './second-offers.tsx';
import { OwedToBuyer } from './owed-to-buyer.tsx';
import { useWinLots, WIN_LOT_VIEWS } from './use-win-lots.ts';
import { WinLotCard } from './win-lot-card.tsx';
import css from './winlots.module.css';

/** /profile/winlots: won lots, where they are paid, accepted or refused; those to be paid come first. */
export function WinLotsPage() {
  const { t } = useTranslation(['winlots', 'cabinet']);
  const list = useWinLots();
  const { data, error, bare, filters, page, pageCount, pageTo } = list;
  return (
    <>
      <PageTitle>{t('cabinet:page.winlots')}</PageTitle>
      <OwedToBuyer />
      <Offers />
      {bare ? null : (
        <TableTools list={list} exports={<ExportLinks list="won-lots" filters={filters} />}>
          {filters.lot ? (
            <Button variant="default" size="md" onClick={() => list.choose({ lot: '' })}>
              {t('filter.allLots')}
            </Button>
          ) : (
            <ChoiceFilter
              list={list}
              name="state"
              label={t('filter.state')}
              options={WIN_LOT_VIEWS.map((value) => ({ value, label: t(`filter.${value}`) }))}
            />
          )}
        </TableTools>
      )}
      {data ? (
        data.items.length > 0 ? (
          <>
            <ul className={css.cards}>
              {data.items.map((winLot) => (
                <li key={winLot.settlementId}>
                  <WinLotCard winLot={winLot} />
                </li>
              ))}
            </ul>
            <Pagination page={page} count={pageCount} to={pageTo} />
          </>
        ) : (
          <EmptyState
            icon={Trophy}
            title={t(bare ? 'empty.title' : 'empty.filtered')}
            text={t(bare ? 'empty.text' : 'empty.filteredText')}
          >
            <ButtonLink to={paths.lotList()}>{t('empty.toLots')}</ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={list.retry} />
      ) : (
        <div className={css.cards} aria-busy="true">
          <Skeleton height={420} radius={12} />
        </div>
      )}
    </>
  );
}
