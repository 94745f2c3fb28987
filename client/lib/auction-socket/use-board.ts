import { useEffect } from 'react';
import { create } from 'zustand';
import type { BoardUpdate, WatchBoardAnswer } from '#shared/realtime/room.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { onConnected, onServerEvent, request } from './connection.ts';

export type BoardLot = BoardUpdate[number];

interface BoardState {
  lots: Map<number, BoardLot>;
}

const useBoardStore = create<BoardState>(() => ({ lots: new Map() }));

/** Lots wanted by the cards on screen, counted: two lists may show the same lot. */
const wanted = new Map<number, number>();
const MAX_WATCHED = 60;
let started = false;
let scheduled = false;

function start(): void {
  if (started) return;
  started = true;
  onServerEvent<BoardUpdate>(ROOM_EVENTS.board, show);
  onConnected(send);
}

function show(cards: BoardUpdate): void {
  useBoardStore.setState(({ lots }) => {
    const next = new Map(lots);
    for (const lot of cards) next.set(lot.lotId, lot);
    return { lots: next };
  });
}

function send(): void {
  scheduled = false;
  const lotIds = [...wanted.keys()].slice(0, MAX_WATCHED);
  request<WatchBoardAnswer>(ROOM_EVENTS.watchBoard, { lotIds }).then(
    (answer) => answer.ok && show(answer.cards),
    // Unanswered: cards keep the figures they have; the next reconnection sends the list again.
    () => undefined,
  );
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(send);
}

function watch(lotIds: number[]): () => void {
  start();
  for (const id of lotIds) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  schedule();
  return () => {
    for (const id of lotIds) {
      const left = (wanted.get(id) ?? 1) - 1;
      if (left > 0) wanted.set(id, left);
      else wanted.delete(id);
    }
    schedule();
  };
}

/**
 * Live figures of the given lots, for cards: at most one update a second per lot from the server,
 * and only of lots on screen. Empty until the first update: cards show the figures of their list meanwhile.
 */
export function useBoard(lotIds: number[]): Map<number, BoardLot> {
  const key = lotIds.join(',');
  useEffect(() => (key === '' ? undefined : watch(key.split(',').map(Number))), [key]);
  return useBoardStore((state) => state.lots);
}
