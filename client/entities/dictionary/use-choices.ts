import { useQuery } from '@tanstack/react-query';
import { consoleCategories } from '#shared/api/console/console-categories.ts';
import { regions } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** Staff rename entries now and then. */
const MINUTE_MS = 60_000;
const USUAL = { staleTime: MINUTE_MS, ...recovering() };

/** All categories, hidden ones too: for a filter and for names. */
export function useCategories() {
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['console-categories'],
    queryFn: () => call(consoleCategories),
    ...USUAL,
  });
  const all = data?.groups.flatMap((group) => group.categories) ?? [];
  return {
    options: all.map(({ id, name }) => ({ value: String(id), label: localized(name) })),
    nameOf: (id: number) => {
      const found = all.find((each) => each.id === id);
      return found ? localized(found.name) : `№ ${id}`;
    },
  };
}

/** All regions, for a filter. */
export function useRegionOptions() {
  const localized = useLocalized();
  const { data = [] } = useQuery({ queryKey: ['regions'], queryFn: () => call(regions), ...USUAL });
  return data.map(({ id, name }) => ({ value: String(id), label: localized(name) }));
}
