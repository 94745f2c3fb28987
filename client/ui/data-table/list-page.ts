import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTableQuery, type TableQuery } from './table-query.ts';

/** What is asked of the server for one page. */
interface Asked<Key extends string> {
  page: number;
  size: number;
  /** As they stand in the address: what is no choice of the list counts as not chosen. */
  filters: Readonly<Record<Key, string>>;
  signal: AbortSignal;
}

interface ListPageOptions<Key extends string, Answer, Name extends string> {
  /** What the list is called; the first part of the query's key. */
  name: Name;
  /** The thing whose list it is, where each has one. */
  of?: string | number;
  filters?: readonly Key[];
  /** Rows of a page; needless where the answer says it. */
  size?: number;
  read: (asked: Asked<Key>) => Promise<Answer>;
  /** Asked again by itself as often: others change it, too. */
  refreshMs?: number;
}

/** A list of the server with its page and filters, as tables and their filters take it. */
export interface ListPage<Key extends string, Answer, Name extends string = string> extends TableQuery<Key> {
  name: Name;
  /** Of the page before while the next one is on its way; undefined at first. */
  data: Answer | undefined;
  error: unknown;
  /** There is nothing at all: no row, though nothing is chosen. */
  bare: boolean;
  pageCount: number;
  retry: () => void;
  /** Something of it has changed: refetches. */
  again: () => void;
}

/** One page of a list, chosen by the address. */
export function useListPage<
  Answer extends { total: number; pageSize?: number },
  const Name extends string,
  Key extends string = never,
>(options: ListPageOptions<Key, Answer, Name>): ListPage<Key, Answer, Name> {
  const { name, of, filters: keys = [], size = 20, read, refreshMs } = options;
  const queries = useQueryClient();
  const table = useTableQuery<Key>(keys);
  const { page, filters } = table;
  const { data, error, refetch } = useQuery<Answer>({
    queryKey: [name, ...(of === undefined ? [] : [of]), page, filters],
    queryFn: ({ signal }) => read({ page, size, filters, signal }),
    // An empty list says nothing of the next choice: its words are not shown for that one, not even for a moment.
    placeholderData: (before) => (before?.total === 0 ? undefined : before),
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
  });
  return {
    ...table,
    name,
    data,
    error,
    bare: data?.total === 0 && !table.filtered,
    pageCount: Math.ceil((data?.total ?? 0) / (data?.pageSize ?? size)),
    retry: () => void refetch(),
    again: () => void queries.invalidateQueries({ queryKey: [name] }),
  };
}

/** Without what is not chosen: the query of a call. */
export function chosen<Query extends Record<string, unknown>>(query: Query) {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as { [Name in keyof Query]?: Exclude<Query[Name], undefined | ''> };
}

/** The chosen one of a list; undefined for anything else. */
export const oneOf = <Choice extends string>(choices: readonly Choice[], value: string): Choice | undefined =>
  choices.find((each) => each === value);
