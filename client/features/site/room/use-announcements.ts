import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { countdownView } from './countdown-text.ts';
import { useRoomName } from './room-name.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { say, retract, useRoom, useRoomStore } from './room-store.ts';
import { play } from './sound.ts';
import { useServerNow } from './use-room-now.ts';

/** A screen reader hears at most one price in this time, always ending with the newest. */
const POLITE_EVERY_MS = 4_000;
const SPOKEN_SECONDS = [60, 30, 10] as const;

/** Speaks what happens in the room: prices politely and throttled; outbid, last seconds and the close at once. */
export function useAnnouncements(): void {
  const { t, i18n } = useTranslation('room');
  const speak = useSpeech();
  const store = useRoomStore();
  const room = useRoom((state) => state.room);
  const head = room?.head;
  const mine = room?.me.number ?? null;
  const before = useRef({
    seq: -1,
    price: 0,
    leader: null as number | null,
    phase: '',
    extensions: 0,
    politeAt: 0,
  });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    if (!head) return;
    const last = before.current;
    const first = last.seq < 0;
    const price = head.priceTiyin ?? 0;
    if (!first && price !== last.price && price > 0) {
      const text = t('say.price', { price: formatMoney(price), number: head.leaderNumber });
      if (mine !== null && head.leaderNumber === mine) {
        speak('polite', t('say.youLead', { price: formatMoney(price) }));
        play('lead');
      } else if (last.leader !== null && last.leader === mine) {
        speak('assertive', t('say.outbid', { price: formatMoney(price) }));
        play('outbid');
      } else {
        if (timer.current) clearTimeout(timer.current);
        const wait = Math.max(0, last.politeAt + POLITE_EVERY_MS - Date.now());
        timer.current = setTimeout(() => {
          last.politeAt = Date.now();
          speak('polite', text);
        }, wait);
        play('price');
      }
    }
    if (!first && head.extensions > last.extensions) speak('polite', t('say.extended'));
    if (!first && head.phase !== last.phase) {
      if (head.phase === 'closed')
        speak(
          'assertive',
          t(`say.closed.${head.outcome ?? 'sold'}`, { price: formatMoney(price), number: head.winnerNumber }),
        );
      else if (head.phase === 'paused') speak('assertive', t('say.paused'));
      else if (last.phase === 'paused') speak('assertive', t('say.resumed'));
    }
    Object.assign(last, {
      seq: head.seq,
      price,
      leader: head.leaderNumber,
      phase: head.phase,
      extensions: head.extensions,
    });
  }, [head, mine, speak, t]);

  useEffect(
    () => () => {
      // What was said, or was about to be, in the language before is of no use in the new one.
      if (timer.current) clearTimeout(timer.current);
      retract(store);
    },
    [i18n.language, store],
  );
  useLastSeconds(room, speak);
}

type Speak = (kind: 'polite' | 'assertive', text: string) => void;

/** Says something of this room, by its name where others are on the page. */
function useSpeech(): Speak {
  const store = useRoomStore();
  const name = useRoomName();
  return useCallback(
    (kind, text) => say(store, kind, name === null ? text : `${name}. ${text}`),
    [store, name],
  );
}

function useLastSeconds(room: RoomState | null, speak: Speak): void {
  const { t } = useTranslation('room');
  const now = useServerNow(500);
  const spoken = useRef<{ deadlineMs: number; seconds: number }>({
    deadlineMs: 0,
    seconds: Number.POSITIVE_INFINITY,
  });

  useEffect(() => {
    if (!room) return;
    const view = countdownView(room.head, room.opensAtMs, now);
    if (view.kind !== 'left') return;
    if (spoken.current.deadlineMs !== room.head.deadlineMs) {
      // A moved deadline restarts the count; thresholds already behind it are not spoken.
      spoken.current = { deadlineMs: room.head.deadlineMs, seconds: Math.ceil(view.leftMs / 1_000) + 1 };
    }
    const due = SPOKEN_SECONDS.filter((s) => view.leftMs <= s * 1_000 && s < spoken.current.seconds).at(-1);
    if (due === undefined) return;
    spoken.current.seconds = due;
    speak('assertive', t('say.secondsLeft', { count: due }));
  }, [now, room, speak, t]);
}
