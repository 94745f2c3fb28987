import { Trophy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { myWinLots, type WinLot } from '#shared/api/cabinet/winlots.ts';
import { AfterSale } from '#client/entities/sale/after-sale.tsx';
import { HandOverNote } from '#client/entities/sale/hand-over-note.tsx';
import { WIN_LOTS } from '#client/entities/sale/sale-queries.ts';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import css from './achievements.module.css';

const ROWS = 10;
/** Staff and the seller move a sale on. */
const ASK_MS = 60_000;

/** /profile/achievements: every lot the person has won, each with the steps since the sale. */
export function AchievementsPage() {
  const { t } = useTranslation(['winlots', 'cabinet']);
  const { data, error, retry, page, pageCount, pageTo } = useListPage({
    name: WIN_LOTS,
    size: ROWS,
    refreshMs: ASK_MS,
    read: ({ page: wanted, size, signal }) => call(myWinLots, { query: { page: wanted, size }, signal }),
  });
  return (
    <>
      <PageTitle>{t('cabinet:page.achievements')}</PageTitle>
      {data ? (
        data.items.length > 0 ? (
          <>
            <TableTools exports={<ExportLinks list="won-lots" filters={{ state: 'all' }} />} />
            <ul className={layout.fluidStack4}>
              {data.items.map((winLot) => (
                <li key={winLot.settlementId}>
                  <Won winLot={winLot} />
                </li>
              ))}
            </ul>
            <Pagination page={page} count={pageCount} to={pageTo} />
          </>
        ) : (
          <EmptyState icon={Trophy} title={t('empty.title')} text={t('empty.text')}>
            <ButtonLink to={paths.lotList()}>{t('empty.toLots')}</ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <div className={layout.fluidStack4} aria-busy="true">
          <Skeleton height={200} radius={12} />
          <Skeleton height={200} radius={12} />
        </div>
      )}
    </>
  );
}

function Won({ winLot }: { winLot: WinLot }) {
  const { t } = useTranslation(['winlots', 'lots']);
  const localized = useLocalized();
  const { lotId, lotNumber, title, photo, state, priceTiyin, soldAtMs, canPay, steps } = winLot;
  const { handOver, canConfirmHandOver } = winLot;
  return (
    <article className={css.card}>
      <div className={css.top}>
        <div className={css.photo}>
          <Photo photo={photo} decorative sizes="112px" />
        </div>
        <div className={css.facts}>
          <SettlementBadge state={state} />
          <h2>
            <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          </h2>
          <p className={layout.mutedSmall}>
            {t('lots:tile.number', { number: lotNumber })} · {formatDateTime(soldAtMs)}
          </p>
          <p className={css.price}>
            <MoneyText tiyin={priceTiyin} />
          </p>
        </div>
        {canPay ? (
          <ButtonLink size="md" to={paths.winLots(lotId)}>
            {t('toPay')}
          </ButtonLink>
        ) : canConfirmHandOver ? (
          <ButtonLink size="md" to={paths.winLots(lotId)}>
            {t('toReceive')}
          </ButtonLink>
        ) : null}
      </div>
      <AfterSale steps={steps} reader="buyer" />
      {handOver ? <HandOverNote handOver={handOver} /> : null}
    </article>
  );
}
