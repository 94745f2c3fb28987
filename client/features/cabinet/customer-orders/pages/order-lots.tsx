import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Eye, Heart, Store, UsersRound, type LucideIcon } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Stock } from '#shared/api/site/lots.ts';
import type { OrderLot } from '#shared/api/cabinet/orders.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { liveOf, mayChange } from '#client/entities/lot/lot-live.ts';
import { LotTime } from '#client/entities/lot/lot-time.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { AfterSaleOfLot } from '#client/entities/sale/parts.ts';
import { useBoardLot } from '#client/lib/auction-socket/use-board.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LiveDot } from '#client/ui/live-dot.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { lotsQuery } from '../order-queries.ts';
import type { FullOrder } from './full-order.ts';
import { RepeatPlan } from './relisting-plan.tsx';
import css from './order-lots.module.css';

/** There was a sale, paid or not. */
const AFTER_SALE: readonly LotStatus[] = [
  LOT_STATUS.awaitingPayment,
  LOT_STATUS.paymentOverdue,
  LOT_STATUS.paidInPart,
  LOT_STATUS.soldAndPaid,
  LOT_STATUS.offeredToOne,
  LOT_STATUS.priceNotConfirmed,
  LOT_STATUS.resultCancelled,
];

/** The lots of an order with what happens at each of them now, the last one first. */
export function OrderLots({ order: { order } }: { order: FullOrder }) {
  const { t } = useTranslation('customer-orders');
  const { data, error, refetch } = useQuery(lotsQuery(order.id));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={240} radius={12} />
      </div>
    );
  if (data.items.length === 0)
    return <EmptyState icon={Store} title={t('lots.none')} text={t('lots.noneText')} />;
  const [last] = data.repeats;
  const plan = last?.lotId === data.items[0]?.id ? last : undefined;
  return (
    <>
      {plan ? <RepeatPlan order={order} plan={plan} wishes={data.wishes} /> : null}
      <ul className={layout.fluidStack4}>
        {data.items.map((lot, i) => (
          <li key={lot.id}>
            <LotNow
              lot={lot}
              repeats={data.items[i + 1]?.id ?? null}
              repeatedAs={data.items[i - 1]?.id ?? null}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface LotNowProps {
  lot: OrderLot;
  /** The round before, and the one after it; null: there is none. */
  repeats: number | null;
  repeatedAs: number | null;
}

function LotNow({ lot, repeats, repeatedAs }: LotNowProps) {
  const { t } = useTranslation(['customer-orders', 'lots']);
  const localized = useLocalized();
  const card = useRef<HTMLElement>(null);
  const live = liveOf(lot, useBoardLot(lot.id, card, mayChange(lot)));
  const { phase, priceTiyin, count, status } = live;
  const running = phase === 'running' || phase === 'paused';
  const price = priceTiyin === null ? 'startPrice' : phase === 'closed' ? 'finalPrice' : 'currentPrice';
  return (
    <article ref={card} className={css.lot} data-running={running}>
      <div className={css.photo}>
        <Photo photo={lot.photo} decorative sizes="(max-width: 640px) 100vw, 220px" />
      </div>
      <div className={css.body}>
        <div className={css.head}>
          <StatusBadge status={status} />
          <span>{t('lots:tile.number', { number: lot.number })}</span>
          {phase === 'running' ? <LiveDot label={t('lots.live')} /> : null}
        </div>
        <h2>
          <Link to={paths.lotView(lot.id)}>{localized(lot.title)}</Link>
        </h2>
        {repeats === null && repeatedAs === null ? null : (
          <p className={css.round}>
            <span>{t('lots.round', { round: lot.round })}</span>
            {repeats === null ? null : (
              <Link to={paths.lotView(repeats)}>{t('lots.repeatOf', { number: repeats })}</Link>
            )}
            {repeatedAs === null ? null : (
              <Link to={paths.lotView(repeatedAs)}>{t('lots.repeatedAs', { number: repeatedAs })}</Link>
            )}
          </p>
        )}
        <dl className={css.main}>
          <div>
            <dt>{t(`lots:tile.${lot.tradeType === 'fixed-price' ? 'fixedPrice' : price}`)}</dt>
            {/* The key restarts the highlight at each new price. */}
            <dd key={count} data-new={phase === 'running' && count > lot.room.count}>
              <MoneyText tiyin={priceTiyin ?? lot.startPriceTiyin} size="large" live={running} />
            </dd>
          </div>
          <LotTime lot={lot} live={live}>
            {(label, time) => (
              <div>
                <dt>{label}</dt>
                <dd className={css.time}>{time}</dd>
              </div>
            )}
          </LotTime>
          {live.stock ? (
            <Units stock={live.stock} />
          ) : (
            <div>
              <dt>{t('lots.bids')}</dt>
              <dd className={css.time} data-testid="bids-now">
                {formatCount(count)}
              </dd>
            </div>
          )}
        </dl>
        <ul className={css.people}>
          <People icon={UsersRound} count={lot.bidders} name={t('lots.bidders')} />
          <People icon={Eye} count={lot.views} name={t('lots.views')} />
          <People icon={Heart} count={lot.favourites} name={t('lots.favourites')} />
        </ul>
        {lot.tradeType === 'fixed-price' ? (
          (live.stock?.sold ?? 0) > 0 ? (
            <Link to={paths.profile('winner-payments')}>{t('lots.sales')}</Link>
          ) : null
        ) : AFTER_SALE.includes(status) ? (
          <Suspense>
            <AfterSaleOfLot lotId={lot.id} reader="seller" />
          </Suspense>
        ) : null}
        <LotLink id={lot.id} phase={phase} />
      </div>
    </article>
  );
}

/** Of a lot at a fixed price: what is sold, reserved and free now. */
function Units({ stock: { units, reserved, sold } }: { stock: Stock }) {
  const { t } = useTranslation('customer-orders');
  return (
    <div>
      <dt>{t('lots.units')}</dt>
      <dd className={css.time} data-testid="units-now">
        {t('lots.unitsNow', {
          sold: formatCount(sold),
          reserved: formatCount(reserved),
          free: formatCount(Math.max(0, units - reserved - sold)),
        })}
      </dd>
    </div>
  );
}

function People({ icon: Icon, count, name }: { icon: LucideIcon; count: number; name: string }) {
  return (
    <li>
      <Icon size={18} aria-hidden />
      <b>{formatCount(count)}</b>
      <span>{name}</span>
    </li>
  );
}

/** Where one looks next: into the room, at the card, or at the result. */
function LotLink({ id, phase }: { id: number; phase: OrderLot['room']['phase'] }) {
  const { t } = useTranslation('customer-orders');
  const place = phase === 'closed' ? 'result' : phase === 'waiting' ? 'card' : 'room';
  const to = { result: paths.lotResult, card: paths.lotView, room: paths.gameView }[place](id);
  return (
    <ButtonLink
      variant={place === 'room' ? 'filled' : 'default'}
      size="md"
      to={to}
      className={css.link}
      rightSection={<ArrowRight size={18} aria-hidden />}
    >
      {t(`lots.to.${place}`)}
    </ButtonLink>
  );
}
