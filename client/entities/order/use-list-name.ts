import { useQuery } from '@tanstack/react-query';
import type { DYNAMIC_LISTS } from '#shared/api/list-names.ts';
import { dynamicListQuery } from '#client/lib/dynamic-list.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** Name of an entry of a named list by its code; `…` until it is there. */
export function useListName(name: (typeof DYNAMIC_LISTS)[number]): (code: string) => string {
  const localized = useLocalized();
  const { data } = useQuery(dynamicListQuery(name));
  return (code) => {
    if (!data) return '…';
    const found = data.find(({ id }) => id === code);
    return found ? localized(found.label) : code;
  };
}
