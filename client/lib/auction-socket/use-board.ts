import { useEffect, type RefObject } from 'react';
import { create } from 'zustand';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import { watchOnScreen } from '../on-screen.ts';
import { followLots, showBoardOn } from './board-watch.ts';

export type BoardLot = BoardUpdate[number];

interface BoardState {
  lots: Map<number, BoardLot>;
}

const useBoardStore = create<BoardState>(() => ({ lots: new Map() }));

showBoardOn((cards) =>
  useBoardStore.setState(({ lots }) => {
    const next = new Map(lots);
    for (const lot of cards) next.set(lot.lotId, lot);
    return { lots: next };
  }),
);

/**
 * Live figures of the given lots, for short lists that are on screen as a whole; long ones use `useBoardLot`.
 * Empty until the first update: cards show the figures of their list meanwhile.
 */
export function useBoard(lotIds: number[]): Map<number, BoardLot> {
  const key = lotIds.join(',');
  useEffect(() => (key === '' ? undefined : followLots(key.split(',').map(Number))), [key]);
  return useBoardStore((state) => state.lots);
}

/**
 * Live figures of one lot, followed only while its card is on screen. The last ones stay when it leaves.
 * @param follow false for a lot nothing can happen to any more
 */
export function useBoardLot(
  lotId: number,
  card: RefObject<Element | null>,
  follow: boolean,
): BoardLot | undefined {
  useEffect(() => {
    const element = card.current;
    if (!follow || !element) return undefined;
    let leave: (() => void) | undefined;
    const stop = watchOnScreen(element, (seen) => {
      if (seen) leave ??= followLots([lotId]);
      else {
        leave?.();
        leave = undefined;
      }
    });
    return () => {
      stop();
      leave?.();
    };
  }, [lotId, card, follow]);
  return useBoardStore((state) => state.lots.get(lotId));
}
