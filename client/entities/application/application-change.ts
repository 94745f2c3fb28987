import type { QueryClient } from '@tanstack/react-query';

/** Everything a page may show of an application is refetched: the card's side, the tables, the balance. */
export function afterApplicationChange(queries: QueryClient, lotId?: number): void {
  const keys = [
    lotId === undefined ? ['room-base'] : ['room-base', lotId],
    ['my-applications'],
    ['game-count'],
    ['balance'],
  ];
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}
