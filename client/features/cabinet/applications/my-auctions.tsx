import { Columns2, Gavel } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApplicationRow } from '#shared/api/cabinet/user-order.ts';
import { paths } from '#client/lib/paths.ts';
import { ROOMS_AT_ONCE } from '#client/lib/rooms-at-once.ts';
import { useNow } from '#client/lib/server-now.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { OwnBidsButton } from '#client/entities/application/own-bids-button.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import layout from '#client/ui/layout.module.css';
import { useCurrentAuctions } from './use-applications.ts';
import css from './applications.module.css';

/** /profile/my-auctions: auctions one takes part in now, soonest end first. */
export function MyAuctions() {
  const { t } = useTranslation(['applications', 'cabinet']);
  const { data, error, refetch } = useCurrentAuctions();
  return (
    <>
      <PageTitle aside={<SideBySide rows={data?.items ?? []} />}>{t('cabinet:page.my-auctions')}</PageTitle>
      {data ? (
        data.items.length > 0 ? (
          <ul className={layout.fluidStack4}>
            {data.items.map((row) => (
              <li key={row.id}>
                <AuctionCard row={row} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={t('mine.none')} text={t('mine.noneText')} icon={Gavel}>
            <ButtonLink to={paths.lotList()}>{t('table.toLots')}</ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={layout.fluidStack4} aria-busy>
          <Skeleton height={168} radius={12} />
          <Skeleton height={168} radius={12} />
        </div>
      )}
    </>
  );
}

/** The rooms that end first, on one page; nothing for a single one. */
function SideBySide({ rows }: { rows: readonly ApplicationRow[] }) {
  const { t } = useTranslation('applications');
  const [first, ...others] = rows.slice(0, ROOMS_AT_ONCE).map(({ lotId }) => lotId);
  if (first === undefined || others.length === 0) return null;
  return (
    <ButtonLink
      to={paths.gameView(first, ...others)}
      variant="default"
      leftSection={<Columns2 size={18} aria-hidden />}
    >
      {t('mine.sideBySide')}
    </ButtonLink>
  );
}

function AuctionCard({ row }: { row: ApplicationRow }) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const waiting = useNow() < row.opensAtMs;
  const title = localized(row.title);
  return (
    <article className={css.card} data-leading={row.leading}>
      <div className={css.photo}>
        <Photo photo={row.photo} decorative sizes="(max-width: 640px) 100vw, 200px" />
      </div>
      <div className={css.facts}>
        <div className={layout.centredRow2}>
          <StatusBadge status={row.lotStatus} />
          {row.leading ? <span className={css.leading}>{t('mine.leading')}</span> : null}
        </div>
        <h2>
          <Link to={paths.lotView(row.lotId)}>{title}</Link>
        </h2>
        <p className={css.muted}>
          {t('mine.number', { number: row.number })} · {t('lots:tile.number', { number: row.lotNumber })}
        </p>
        <dl className={css.figures}>
          <div>
            <dt>{t(row.priceTiyin === null ? 'mine.start' : 'mine.current')}</dt>
            <dd>
              <MoneyText tiyin={row.priceTiyin ?? row.startPriceTiyin} />
            </dd>
          </div>
          <div>
            <dt>{t(waiting ? 'mine.starts' : 'mine.ends')}</dt>
            <dd>
              <Countdown
                untilMs={waiting ? row.opensAtMs : row.deadlineMs}
                over={t(waiting ? 'mine.opening' : 'mine.over')}
              />
            </dd>
          </div>
        </dl>
        <ButtonLink to={paths.gameView(row.lotId)} className={css.toRoom ?? ''}>
          {t('action.room')}
        </ButtonLink>
        <OwnBidsButton lotId={row.lotId}>{t('action.bids')}</OwnBidsButton>
      </div>
    </article>
  );
}
