import { ArrowRight, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotCard, LotResult } from '#shared/api/site/lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { RentLine } from '#client/entities/lot/rent-line.tsx';
import card from '../card/card.module.css';
import type { Ending, ProtocolOfLot } from './ending.ts';
import { MyOutcome } from './my-outcome.tsx';
import css from './result.module.css';

/** Rise against the start price in percent, one decimal: 125.4 means 25.4 % more. Integer sums only. */
export function risePercent(startTiyin: number, finalTiyin: number): number {
  if (startTiyin <= 0) return 0;
  return Number(((BigInt(finalTiyin) - BigInt(startTiyin)) * 1_000n) / BigInt(startTiyin)) / 10;
}

/** How it ended, in words and figures. */
export function Outcome({ lot, result, ending }: { lot: LotCard; result: LotResult; ending: Ending }) {
  const { t } = useTranslation('card');
  const { priceTiyin, byOffer } = ending;
  const sold = ending.as === 'sold';
  const isPaid = lot.status === LOT_STATUS.soldAndPaid;
  const Icon = sold ? CircleCheck : CircleX;
  const rise = priceTiyin === null ? 0 : risePercent(lot.startPriceTiyin, priceTiyin);
  return (
    <section className={css.outcome} data-sold={sold}>
      <div className={css.head}>
        <Icon size={36} strokeWidth={1.75} aria-hidden />
        <div>
          <h2>{t(`outcome.${ending.as}`)}</h2>
          <p>{t('result.endedAt', { time: formatDateTime(result.endedAtMs, { seconds: true }) })}</p>
        </div>
      </div>
      <MyOutcome lot={lot} result={result} ending={ending} />
      {priceTiyin !== null && sold ? (
        <p className={css.price}>
          <span>{t(byOffer ? 'result.agreedPrice' : 'lots:tile.finalPrice')}</span>
          <MoneyText tiyin={priceTiyin} size="huge" />
          <RentLine lot={lot} priceTiyin={priceTiyin} />
          {rise === 0 ? null : (
            <span className={css.rise}>
              {t('result.raised')}: {rise > 0 ? '+' : '−'}
              {formatPercent(Math.abs(rise))}
            </span>
          )}
        </p>
      ) : null}
      <dl className={card.rows}>
        {byOffer ? (
          <Row label={t('result.buyer')}>{t('result.participant', { number: ending.buyerNumber })}</Row>
        ) : null}
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
        {result.payUntilMs === null || !sold || byOffer || isPaid ? null : (
          <PayUntil atMs={result.payUntilMs} />
        )}
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

function nextOf(lot: LotCard, result: LotResult, { as, byOffer }: Ending) {
  if (as === 'offered') return result.outcome === 'not-held' ? 'offeredToSole' : 'offered';
  if (as !== 'sold') return as;
  switch (lot.status) {
    case LOT_STATUS.soldAndPaid:
      return 'paid';
    case LOT_STATUS.paidInPart:
      return 'inParts';
    case LOT_STATUS.paymentOverdue:
      return 'overdue';
    default:
      return byOffer ? 'soldByOffer' : 'sold';
  }
}

/** What happens next, and where to go from here. */
export function WhatNext({
  lot,
  result,
  ending,
  protocol,
}: {
  lot: LotCard;
  result: LotResult;
  ending: Ending;
  protocol: ProtocolOfLot;
}) {
  const { t } = useTranslation('card');
  const sold = ending.as === 'sold';
  /** A price without a winner: its bidder has lost the right. */
  const declined = sold && ending.buyerNumber === null;
  return (
    <section className={css.next} aria-labelledby="what-next">
      <h2 id="what-next">{t('result.nextTitle')}</h2>
      <p>
        {t(
          lot.practice
            ? 'result.nextPractice'
            : declined
              ? 'result.nextDeclined'
              : `result.next.${nextOf(lot, result, ending)}`,
        )}
      </p>
      {lot.practice ? null : <ProtocolLinks protocol={protocol} expected={sold && !declined} />}
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

/** The protocol in force or cancelled, or the minutes; while a sale has none yet, the way to the check. */
function ProtocolLinks({ protocol, expected }: { protocol: ProtocolOfLot; expected: boolean }) {
  const { t } = useTranslation('card');
  const { protocolNumber: number, protocolWord: word, protocolFileUrl: file } = protocol;
  if (number === null && !expected) return null;
  const text =
    number === null
      ? t('result.checkProtocol')
      : protocol.protocolStatus === 'cancelled'
        ? t('result.protocolCancelled', { number })
        : t(isMinutes(protocol.protocolCause) ? 'result.minutes' : 'result.protocol', { number });
  return (
    <>
      <p>
        <Link to={paths.checkProtocol(number ?? undefined, word ?? undefined)}>{text}</Link>
      </p>
      {file ? (
        <p>
          <a href={file} target="_blank" rel="noreferrer noopener">
            {t('result.fullCopy')}
          </a>
        </p>
      ) : null}
    </>
  );
}

const isMinutes = (cause: ProtocolOfLot['protocolCause']): boolean =>
  cause === 'not-held' || cause === 'no-price';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
