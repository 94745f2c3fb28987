import { useQuery } from '@tanstack/react-query';
import { HandCoins, Handshake, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MyOffer } from '#shared/api/cabinet/second-offers.ts';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { openOffersQuery, openWinLotsQuery, useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import css from './cabinet.module.css';

/** Lots offered to the person, and won ones that have to be paid, by when, the nearest deadline first. Nothing while there are none. */
export function PayingNow() {
  const { t } = useTranslation('cabinet');
  const refresh = useRefreshSales();
  // Each step of a sale comes with a message.
  usePersonUpdates('messages', refresh);
  const { data } = useQuery(openWinLotsQuery);
  const offers = useQuery(openOffersQuery).data?.items ?? [];
  if (!data || data.open + offers.length === 0) return null;
  const others = data.open - data.items.length;
  return (
    <ul className={css.selling} aria-label={t('paying.title')}>
      {offers.map((offer) => (
        <Offered key={offer.offerId} offer={offer} />
      ))}
      {data.items.map((winLot) => (
        <ToPay key={winLot.settlementId} winLot={winLot} />
      ))}
      {others > 0 ? (
        <li>
          <HandCoins size={18} aria-hidden />
          <Link to={paths.winLots()}>{t('paying.others', { count: others })}</Link>
        </li>
      ) : null}
    </ul>
  );
}

function Offered({ offer: { title, answerByMs, priceTiyin } }: { offer: MyOffer }) {
  const { t } = useTranslation('cabinet');
  const localized = useLocalized();
  return (
    <li data-kind="to-pay">
      <Handshake size={18} aria-hidden />
      <Link to={paths.winLots()}>
        {t('paying.offered', { sum: formatMoney(priceTiyin), title: localized(title) })}
      </Link>
      <small>{t('paying.answerBy', { time: formatDateTime(answerByMs) })}</small>
    </li>
  );
}

/** What is to be paid by the next deadline: the price, or, once it is paid by parts, those that are late, or the next one. */
const nextSum = ({ parts, dueTiyin, paidTiyin }: WinLot): number =>
  parts && parts.begunAtMs !== null
    ? parts.lateTiyin || (parts.parts.find(({ state }) => state !== 'paid')?.toPayTiyin ?? 0)
    : dueTiyin - paidTiyin;

function ToPay({ winLot }: { winLot: WinLot }) {
  const { lotId, title, dueAtMs } = winLot;
  const { t } = useTranslation('cabinet');
  const localized = useLocalized();
  const late = usePassed(dueAtMs);
  const Icon = late ? TriangleAlert : HandCoins;
  const time = formatDateTime(dueAtMs);
  return (
    <li data-kind={late ? 'late' : 'to-pay'}>
      <Icon size={18} aria-hidden />
      <Link to={paths.winLots(lotId)}>
        {t('paying.pay', { sum: formatMoney(nextSum(winLot)), title: localized(title) })}
      </Link>
      <small>{t(late ? 'paying.late' : 'paying.until', { time })}</small>
    </li>
  );
}
