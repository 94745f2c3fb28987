import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { useMyPurchases } from '#client/entities/purchase/my-purchases.ts';
import { wishOf } from '#client/entities/purchase/wish.ts';
import { BuyBar } from './buy-bar.tsx';
import { Choose } from './choose.tsx';
import { MyBought, MyReservation } from './my-part.tsx';
import { saleState, type SaleState } from './sale-state.ts';
import { StockFigures, StockNews } from './stock-figures.tsx';
import { useBuying } from './use-buying.tsx';
import card from '../card.module.css';

interface BuyPanelProps {
  lot: LotDetails;
  live: LotLive;
}

/** A lot at a fixed price: its stock as it is now, how many to buy and for how much, and what the person has of it. */
export default function BuyPanel({ lot, live }: BuyPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  // Drawn again when the sale begins and when its time is over.
  const started = usePassed(lot.opensAtMs);
  const over = usePassed(live.deadlineMs);
  const state = saleState(live, { started, over });
  const mine = useMyPurchases(lot.id).data;
  const buying = useBuying(lot, live);
  const pending = mine?.pending ?? null;
  return (
    <div className={card.act}>
      {live.stock ? <StockFigures stock={live.stock} /> : null}
      <StockNews live={live} state={state} />
      <div ref={place} className={card.act}>
        {pending ? (
          <MyReservation purchase={pending} onEnter={() => buying.open(wishOf(pending))} />
        ) : state === 'open' || state === 'reserved' ? (
          <Choose lot={lot} live={live} buying={buying} />
        ) : (
          <Closed lot={lot} state={state} />
        )}
      </div>
      {mine && mine.bought.length > 0 ? <MyBought purchases={mine.bought} lotId={lot.id} /> : null}
      <BuyBar lot={lot} state={state} pending={pending !== null} buying={buying} place={place} />
      {buying.dialog}
    </div>
  );
}

/** Nothing can be bought: why, and where to go from here. */
function Closed({ lot, state }: { lot: LotDetails; state: Exclude<SaleState, 'open' | 'reserved'> }) {
  const { t } = useTranslation('purchases');
  const waiting = state === 'notStarted' || state === 'suspended';
  return (
    <>
      <p>{t(`state.${state}`, { time: formatDateTime(lot.opensAtMs) })}</p>
      {waiting ? (
        <ButtonLink to={`${paths.lotView(lot.id)}?tab=customer`} variant="default">
          {t('seller')}
        </ButtonLink>
      ) : (
        <>
          {lot.status === LOT_STATUS.onSaleAtFixedPrice ? null : (
            <ButtonLink to={paths.lotResult(lot.id)} fullWidth>
              {t('state.result')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.lotList()} variant="default" fullWidth>
            {t('state.others')}
          </ButtonLink>
        </>
      )}
    </>
  );
}
