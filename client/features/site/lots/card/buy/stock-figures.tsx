import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stock } from '#shared/api/site/lots.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { freeUnits } from '#shared/trade/stock.ts';
import type { SaleState } from './sale-state.ts';
import css from './buy.module.css';

/** Free, reserved and sold units as they are now. */
export function StockFigures({ stock }: { stock: Stock }) {
  const { t } = useTranslation('purchases');
  const figures = [
    ['free', freeUnits(stock)],
    ['reserved', stock.reserved],
    ['sold', stock.sold],
  ] as const;
  return (
    <dl className={css.stock} aria-label={t('stock.label')} data-testid="stock">
      {figures.map(([name, count]) => (
        <div key={name} data-figure={name}>
          <dt>{t(`stock.${name}`)}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface StockNewsProps {
  live: LotLive;
  state: SaleState;
}

/** What turned while the page was open, in words: read out by screen readers, and seen by who waited for a free unit. */
export function StockNews({ live, state }: StockNewsProps) {
  const { t } = useTranslation('purchases');
  const [seen, setSeen] = useState(state);
  const [news, setNews] = useState<'again' | 'resumed' | null>(null);
  if (seen !== state) {
    setSeen(state);
    if (state !== 'open') setNews(null);
    else if (seen === 'reserved') setNews('again');
    else if (seen === 'suspended') setNews('resumed');
  }
  const free = live.stock ? freeUnits(live.stock) : 0;
  // Turned from or to something that is only drawn: said once more for those who do not see it.
  const [first, setFirst] = useState(true);
  useEffect(() => setFirst(false), []);
  const drawn =
    state === 'reserved'
      ? t('stock.allReserved')
      : news === 'again'
        ? t('stock.again', { count: free })
        : null;
  const said =
    state === 'open' || state === 'reserved' || state === 'notStarted' ? null : t(`state.${state}`);
  return (
    <div role="status" data-testid="stock-news">
      {drawn ? <p className={css.news}>{drawn}</p> : null}
      {news === 'resumed' ? <p className={css.news}>{t('state.resumed')}</p> : null}
      {!first && said ? <span className="sr-only">{said}</span> : null}
    </div>
  );
}
