import { useQuery } from '@tanstack/react-query';
import { dynamicList, type DYNAMIC_LISTS } from '#shared/api/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** Such lists change a few times a year. */
const HOUR_MS = 3_600_000;

/** Name of an entry of a named list by its code; `…` until it is there. */
export function useListName(name: (typeof DYNAMIC_LISTS)[number]): (code: string) => string {
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['dynamic-list', name],
    queryFn: () => call(dynamicList, { query: { name } }),
    staleTime: HOUR_MS,
    ...recovering(),
  });
  return (code) => {
    if (!data) return '…';
    const found = data.find(({ id }) => id === code);
    return found ? localized(found.label) : code;
  };
}
