import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Eye, Gavel, Users, Wifi, WifiOff } from 'lucide-react';
import { useConnection } from '../../../lib/auction-socket/connection.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { useClockReading } from '../../../lib/server-clock.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useRoom } from './room-store.ts';
import css from './room-top-bar.module.css';

const RoomFactsDetails = lazyScreen(() => import('./room-facts-details.tsx'), ['room', 'room-later']);

const COUNTED = [
  ['applicants', Gavel],
  ['participants', Users],
  ['viewers', Eye],
] as const;

/** Who is here and how good the connection is, in numbers and a sign; what they mean is one tap away. */
export function RoomFacts() {
  const { t } = useTranslation('room');
  const counts = useRoom((state) => state.room?.counts);
  const connection = useQuality();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const elsewhere = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
  };
  const Sign = connection.online ? Wifi : WifiOff;
  return (
    <div ref={box} className={css.facts}>
      <button
        type="button"
        className={css.factsButton}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={onKey}
        data-testid="room-facts"
      >
        {COUNTED.map(([key, Icon]) => {
          const count = counts?.[key] ?? 0;
          return (
            <span key={key} className={css.fact}>
              <Icon size={16} aria-hidden />
              <span aria-hidden className={css.number}>
                {count}
              </span>
              <span className={css.words}>{t(`counts.${key}`, { count })}</span>
            </span>
          );
        })}
        <span className={css.quality} data-online={connection.online}>
          <Sign size={16} aria-hidden />
          <span className={css.words}>{connection.text}</span>
        </span>
      </button>
      {open ? (
        <PartBoundary onFailure={() => setOpen(false)}>
          <Suspense>
            <RoomFactsDetails counts={counts} connection={connection.text} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </div>
  );
}

function useQuality(): { online: boolean; text: string } {
  const { t } = useTranslation('room');
  const { status, lastAnswerMs } = useConnection();
  const { uncertaintyMs } = useClockReading();
  const overHttp = useRoom((state) => state.overHttp);
  if (status !== 'online') return { online: false, text: t(overHttp ? 'quality.http' : 'quality.offline') };
  const known = Number.isFinite(uncertaintyMs);
  const text = t(known ? 'quality.online' : 'quality.measuring', {
    clock: Math.max(1, Math.ceil(uncertaintyMs)),
    answer: lastAnswerMs ?? 0,
  });
  return { online: true, text };
}
