import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lotResult, type LotCard, type LotResult } from '#shared/api/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import card from '../card/card.module.css';
import css from './result.module.css';

/** A closing room answers its result within seconds: asked again while there is none. */
const ASK_AGAIN_MS = 5_000;

/** How the auction ended, and what comes next. */
export function LotResultView({ lotId, notFound }: { lotId: number; notFound: ReactNode }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery({
    queryKey: ['lot-result', lotId],
    queryFn: () => call(lotResult, { params: { id: lotId } }),
    refetchInterval: ({ state }) => (state.data?.result === null ? ASK_AGAIN_MS : false),
  });
  if (!data) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return notFound;
    return (
      <div className={card.page} aria-busy={!error}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius={12} />
        )}
      </div>
    );
  }
  const title = localized(data.lot.title);
  return (
    <div className={card.page}>
      <p className={card.number}>{t('tile.number', { number: data.lot.number })}</p>
      <PageTitle tab={`${t('result.title')}: ${title}`}>{title}</PageTitle>
      {data.result ? <Outcome lot={data.lot} result={data.result} /> : <NotYet lotId={lotId} />}
    </div>
  );
}

function NotYet({ lotId }: { lotId: number }) {
  const { t } = useTranslation('lots');
  return (
    <EmptyState icon={Hourglass} title={t('result.notYet')} text={t('result.notYetText')}>
      <ButtonLink to={paths.gameView(lotId)}>{t('join.goToAuction')}</ButtonLink>
      <ButtonLink to={paths.lotView(lotId)} variant="default">
        {t('result.toCard')}
      </ButtonLink>
    </EmptyState>
  );
}

function Outcome({ lot, result }: { lot: LotCard; result: LotResult }) {
  const { t } = useTranslation('lots');
  const sold = result.outcome === 'sold';
  const Icon = sold ? CircleCheck : CircleX;
  return (
    <div className={css.outcome} data-sold={sold}>
      <div className={css.head}>
        <Icon size={36} strokeWidth={1.75} aria-hidden />
        <div>
          <h2>{t(`outcome.${result.outcome}`)}</h2>
          <p>{t('result.endedAt', { time: formatDateTime(result.endedAtMs, { seconds: true }) })}</p>
        </div>
      </div>
      {result.priceTiyin !== null && sold ? (
        <p className={css.price}>
          <span>{t('tile.finalPrice')}</span>
          <MoneyText tiyin={result.priceTiyin} size="huge" />
        </p>
      ) : null}
      <dl className={card.rows}>
        {result.winnerNumber === null ? null : (
          <Row label={t('result.winner')}>{t('result.participant', { number: result.winnerNumber })}</Row>
        )}
        {result.reserveNumber === null ? null : (
          <Row label={t('result.reserve')}>
            {t('result.participant', { number: result.reserveNumber })}
            {result.reservePriceTiyin === null ? null : (
              <>
                , <MoneyText tiyin={result.reservePriceTiyin} />
              </>
            )}
          </Row>
        )}
        <Row label={t('tile.startPrice')}>
          <MoneyText tiyin={lot.startPriceTiyin} />
        </Row>
        <Row label={t('result.participants')}>{result.participants}</Row>
        <Row label={t('result.confirmedPrices')}>{result.confirmedPrices}</Row>
        {result.payUntilMs === null ? null : (
          <Row label={t('result.payUntil')}>{formatDateTime(result.payUntilMs)}</Row>
        )}
      </dl>
      <p className={card.note}>{t(lot.practice ? 'result.nextPractice' : `result.next.${result.outcome}`)}</p>
      <div className={css.actions}>
        <ButtonLink to={paths.gameView(lot.id)}>{t('join.seeRoom')}</ButtonLink>
        <ButtonLink to={paths.lotView(lot.id)} variant="default">
          {t('result.toCard')}
        </ButtonLink>
        <ButtonLink to={paths.lotList()} variant="default">
          {t('list.toCurrent')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
