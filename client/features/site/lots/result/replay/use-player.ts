import { useCallback, useEffect, useReducer, useState } from 'react';
import { within, type Timeline } from './timeline.ts';

export const SPEEDS = [1, 5, 15, 60] as const;
export type Speed = (typeof SPEEDS)[number];

const TICK_MS = 100;
/** A tab in the background goes on where it was left, not where it would be. */
const LONGEST_TICK_MS = 1_000;

interface Playing {
  atUs: number;
  playing: boolean;
}

type Act =
  | { kind: 'play' }
  | { kind: 'pause' }
  | { kind: 'seek'; atUs: number }
  | { kind: 'tick'; us: number };

/** Play, pause, a jump and the passing of time; at the end it stops by itself, and playing from there begins with the opening. */
export function play({ fromUs, toUs }: Timeline, { atUs, playing }: Playing, act: Act): Playing {
  switch (act.kind) {
    case 'play':
      return { atUs: atUs >= toUs ? fromUs : atUs, playing: toUs > fromUs };
    case 'pause':
      return { atUs, playing: false };
    case 'seek':
      return { atUs: within(fromUs, act.atUs, toUs), playing };
    case 'tick': {
      const next = within(fromUs, atUs + act.us, toUs);
      return { atUs: next, playing: playing && next < toUs };
    }
    default:
      return act satisfies never;
  }
}

export function usePlayer(timeline: Timeline, startUs: number) {
  const [{ atUs, playing }, act] = useReducer((state: Playing, given: Act) => play(timeline, state, given), {
    atUs: startUs,
    playing: false,
  });
  const [speed, setSpeed] = useState<Speed>(15);
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      act({ kind: 'tick', us: Math.min(now - last, LONGEST_TICK_MS) * 1_000 * speed });
      last = now;
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [playing, speed]);
  const seek = useCallback((to: number) => act({ kind: 'seek', atUs: to }), []);
  return {
    atUs,
    playing,
    speed,
    setSpeed,
    toggle: () => act({ kind: playing ? 'pause' : 'play' }),
    seek,
  };
}
