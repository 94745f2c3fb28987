import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { DeferredPart } from './deferred-part.tsx';
import { PriceRows } from './price-rows.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';
import css from './price-list.module.css';

const VirtualRows = lazyScreen(() => import('./virtual-rows.tsx'), ['room']);

/** Twice as many as the box shows. */
const NEWEST = Array.from({ length: 16 }, (_, place) => place);

/** All confirmed prices, newest first: the newest at once, all others with the virtual list that takes their place. */
export function PriceList({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  return (
    <section className={parts.panel} aria-labelledby={title}>
      <RoomHeading id={title} className={parts.panelTitle}>
        {t('prices.title')} <span className={parts.muted}>{room.head.count}</span>
      </RoomHeading>
      {room.prices.length === 0 ? (
        <p className={css.empty}>{t('prices.empty')}</p>
      ) : (
        // Focusable so that the list scrolls by keyboard.
        <div ref={box} className={css.box} tabIndex={0} role="group" aria-labelledby={title}>
          <DeferredPart meanwhile={<PriceRows room={room} places={NEWEST} />}>
            <VirtualRows room={room} box={box} />
          </DeferredPart>
        </div>
      )}
    </section>
  );
}
