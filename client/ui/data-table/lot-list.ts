import { oneOf, useListPage } from './list-page.ts';

const PAGE_SIZE = 20;

interface LotListOptions<State extends string, Unchosen extends string, Answer, Name extends string> {
  name: Name;
  /** What may be chosen. */
  states: readonly State[];
  /** What is asked for where no state is chosen; the second where a lot is. */
  unchosen: Unchosen | readonly [Unchosen, State];
  refreshMs: number;
  read: (
    query: { page: number; size: number; state: State | Unchosen; lotId?: number },
    signal: AbortSignal,
  ) => Promise<Answer>;
}

/** One page of a list of staff that is narrowed by state and by the number of a lot, both in the address. */
export function useLotList<
  State extends string,
  Unchosen extends string,
  Answer extends { total: number; pageSize?: number },
  const Name extends string,
>({ name, states, unchosen, refreshMs, read }: LotListOptions<State, Unchosen, Answer, Name>) {
  return useListPage({
    name,
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs,
    read: ({ page, size, filters: { state, lot }, signal }) => {
      const lotId = /^[1-9]\d{0,14}$/.test(lot) ? Number(lot) : undefined;
      const [general, ofLot] = typeof unchosen === 'string' ? [unchosen, unchosen] : unchosen;
      return read(
        {
          page,
          size,
          state: oneOf(states, state) ?? (lotId === undefined ? general : ofLot),
          ...(lotId === undefined ? {} : { lotId }),
        },
        signal,
      );
    },
  });
}
