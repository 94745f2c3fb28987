import { ArrowRight, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotCard, LotResult } from '#shared/api/lots.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import card from '../card/card.module.css';
import { MyOutcome } from './my-outcome.tsx';
import css from './result.module.css';

/** Rise against the start price in percent, one decimal: 125.4 means 25.4 % more. Integer sums only. */
export function risePercent(startTiyin: number, finalTiyin: number): number {
  if (startTiyin <= 0) return 0;
  return Number(((BigInt(finalTiyin) - BigInt(startTiyin)) * 1_000n) / BigInt(startTiyin)) / 10;
}

/** A sale that was undone afterwards keeps its price and winner in the record; what counts is that it was. */
function endedAs(lot: LotCard, result: LotResult): LotResult['outcome'] | 'cancelled' {
  return lot.status === LOT_STATUS.resultCancelled ? 'cancelled' : result.outcome;
}

/** How it ended, in words and figures. */
export function Outcome({ lot, result }: { lot: LotCard; result: LotResult }) {
  const { t } = useTranslation('card');
  const ended = endedAs(lot, result);
  const sold = ended === 'sold';
  const Icon = sold ? CircleCheck : CircleX;
  const rise = result.priceTiyin === null ? 0 : risePercent(lot.startPriceTiyin, result.priceTiyin);
  return (
    <section className={css.outcome} data-sold={sold}>
      <div className={css.head}>
        <Icon size={36} strokeWidth={1.75} aria-hidden />
        <div>
          <h2>{t(`outcome.${ended}`)}</h2>
          <p>{t('result.endedAt', { time: formatDateTime(result.endedAtMs, { seconds: true }) })}</p>
        </div>
      </div>
      <MyOutcome lot={lot} result={result} />
      {result.priceTiyin !== null && sold ? (
        <p className={css.price}>
          <span>{t('lots:tile.finalPrice')}</span>
          <MoneyText tiyin={result.priceTiyin} size="huge" />
          {rise === 0 ? null : (
            <span className={css.rise}>
              {t('result.raised')}: {rise > 0 ? '+' : '−'}
              {formatPercent(Math.abs(rise))}
            </span>
          )}
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
        <Row label={t('lots:tile.startPrice')}>
          <MoneyText tiyin={lot.startPriceTiyin} />
        </Row>
        <Row label={t('result.participants')}>{result.participants}</Row>
        <Row label={t('result.confirmedPrices')}>{result.confirmedPrices}</Row>
        {result.payUntilMs === null || ended === 'cancelled' ? null : <PayUntil atMs={result.payUntilMs} />}
      </dl>
    </section>
  );
}

/** When the winner has to pay by; once that is past, that it was. */
function PayUntil({ atMs }: { atMs: number }) {
  const { t } = useTranslation('card');
  const passed = usePassed(atMs);
  return <Row label={t(passed ? 'result.payUntilPassed' : 'result.payUntil')}>{formatDateTime(atMs)}</Row>;
}

/** What happens next, and where to go from here. */
export function WhatNext({
  lot,
  result,
  protocolNumber,
  protocolWord,
}: {
  lot: LotCard;
  result: LotResult;
  protocolNumber: string | null;
  /** For the winner and for staff: with it the paper is shown as well. */
  protocolWord: string | null;
}) {
  const { t } = useTranslation('card');
  const ended = endedAs(lot, result);
  /** A price without a winner: whoever offered it has lost the right. */
  const declined = ended === 'sold' && result.winnerNumber === null;
  return (
    <section className={css.next} aria-labelledby="what-next">
      <h2 id="what-next">{t('result.nextTitle')}</h2>
      <p>
        {t(lot.practice ? 'result.nextPractice' : declined ? 'result.nextDeclined' : `result.next.${ended}`)}
      </p>
      {result.outcome === 'sold' && !declined && !lot.practice ? (
        <p>
          <Link to={paths.checkProtocol(protocolNumber ?? undefined, protocolWord ?? undefined)}>
            {protocolNumber === null
              ? t('result.checkProtocol')
              : t('result.protocol', { number: protocolNumber })}
          </Link>
        </p>
      ) : null}
      <ButtonLink to={paths.gameView(lot.id)} size="md" fullWidth>
        {t('join.seeRoom')}
      </ButtonLink>
      <ButtonLink to={paths.lotView(lot.id)} size="md" fullWidth variant="default">
        {t('result.toCard')}
      </ButtonLink>
      <ButtonLink
        to={paths.lotList()}
        size="md"
        fullWidth
        variant="subtle"
        rightSection={<ArrowRight size={18} aria-hidden />}
      >
        {t('lots:list.toCurrent')}
      </ButtonLink>
    </section>
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
