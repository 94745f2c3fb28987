import { useQuery } from '@tanstack/react-query';
import type { DYNAMIC_LISTS } from '#shared/api/list-names.ts';
import { dynamicList } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** Staff rename entries now and then. */
const MINUTE_MS = 60_000;

/** Name of an entry of a named list by its code; `…` until it is there. */
export function useListName(name: (typeof DYNAMIC_LISTS)[number]): (code: string) => string {
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['dynamic-list', name],
    queryFn: () => call(dynamicList, { query: { name } }),
    staleTime: MINUTE_MS,
    ...recovering(),
  });
  return (code) => {
    if (!data) return '…';
    const found = data.find(({ id }) => id === code);
    return found ? localized(found.label) : code;
  };
}
