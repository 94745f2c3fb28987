import type { LotCard } from '#shared/api/site/lots.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { LotTime } from '#client/entities/lot/lot-time.tsx';
import css from './lot-tile.module.css';

/** What the clock says about a lot, as a figure of its tile. */
export function LotTimer({ lot, live }: { lot: LotCard; live: LotLive }) {
  return (
    <LotTime lot={lot} live={live}>
      {(label, time) => (
        <div className={css.figure}>
          <span className={css.label}>{label}</span>
          <span className={css.time}>{time}</span>
        </div>
      )}
    </LotTime>
  );
}
