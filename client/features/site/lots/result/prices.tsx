import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ENTRIES_PAGE, roomEntries } from '#shared/api/site/game-view-room.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import type { PublicPrice } from '#shared/realtime/room.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDay, formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { PriceSteps } from './price-steps.tsx';
import css from './result.module.css';

const HEAL_MS = 5_000;

/** Every confirmed price with its time and participant number, newest first, a hundred at a time. */
export function ConfirmedPrices({ lot, total }: { lot: LotCard; total: number }) {
  const { t } = useTranslation('card');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['lot-prices', lot.id],
    queryFn: ({ pageParam }) =>
      call(roomEntries, {
        params: { lotId: lot.id },
        query: { limit: ENTRIES_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
      }),
    initialPageParam: null as number | null,
    // A page comes oldest first: what is before its first price is the next page.
    getNextPageParam: ({ prices, more }) => (more ? (prices[0]?.seq ?? null) : null),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? HEAL_MS : false),
  });
  const prices = data?.pages.flatMap((page) => page.prices.toReversed());
  return (
    <section className={css.prices} aria-labelledby="confirmed-prices">
      <div>
        <h2 id="confirmed-prices">{t('result.prices')}</h2>
        {total > 0 ? <p>{t('result.pricesText', { count: total })}</p> : null}
      </div>
      <RoomLog lotId={lot.id} />
      {prices ? (
        prices.length === 0 ? (
          <p>{t('result.noPrices')}</p>
        ) : (
          <>
            <PriceSteps
              prices={prices}
              complete={!hasNextPage}
              startTiyin={lot.startPriceTiyin}
              startAtMs={lot.opensAtMs}
            />
            <PriceTable prices={prices} />
            {hasNextPage ? (
              <div className={css.older}>
                <Button
                  variant="default"
                  size="md"
                  loading={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {t('result.older')}
                </Button>
                <span>{t('result.shown', { shown: prices.length, total })}</span>
              </div>
            ) : null}
          </>
        )
      ) : error ? (
        <ErrorState error={error} title={t('result.pricesFailed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={260} radius={12} />
      )}
    </section>
  );
}

/** The log of the room as a file, and the page that checks it. */
function RoomLog({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  return (
    <div className={css.log}>
      <ButtonAnchor
        href={`/api/shop/game-view/log/${lotId}`}
        variant="default"
        size="md"
        leftSection={<Download size={18} aria-hidden />}
        download
      >
        {t('result.log')}
      </ButtonAnchor>
      <p>
        {t('result.logText')} <a href="/verify">{t('result.verify')}</a>
      </p>
      <p>
        <Link to={paths.openData()}>{t('result.openData')}</Link>
      </p>
    </div>
  );
}

function PriceTable({ prices }: { prices: PublicPrice[] }) {
  const { t } = useTranslation('card');
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('result.time')}</th>
          <th scope="col">{t('result.who')}</th>
          <th scope="col">{t('result.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <tr key={price.seq}>
            <td>
              <time dateTime={new Date(price.atMs).toISOString()} title={formatDay(price.atMs)}>
                {formatTime(price.atMs, { seconds: true })}
              </time>
            </td>
            <td>
              {price.number}
              {price.auto ? <span className={css.tag}>{t('result.auto')}</span> : null}
              {price.extended ? <span className={css.tag}>{t('result.extended')}</span> : null}
            </td>
            <td>
              <MoneyText tiyin={price.amountTiyin} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
