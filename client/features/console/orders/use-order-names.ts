import { useQuery } from '@tanstack/react-query';
import { categoryFields } from '#shared/api/cabinet/order-questions.ts';
import { areas, regions } from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** Staff rename entries now and then. */
const MINUTE_MS = 60_000;
const read = <Answer>(queryKey: readonly unknown[], queryFn: () => Promise<Answer>) => ({
  queryKey,
  queryFn,
  staleTime: MINUTE_MS,
  ...recovering(),
});

const nameIn = (
  list: readonly { id: number; name: LocalizedText }[] | undefined,
  id: number | undefined,
): LocalizedText | null => list?.find((each) => each.id === id)?.name ?? null;

/** Region and area of an order, joined; an empty text while they are not known. */
export function usePlaceName(regionId: number | undefined, areaId: number | undefined): string {
  const localized = useLocalized();
  const region = useQuery({
    ...read(['regions'], () => call(regions)),
    enabled: regionId !== undefined,
  });
  const area = useQuery({
    ...read(['areas', regionId ?? 0], () => call(areas, { query: { region: regionId ?? 0 } })),
    enabled: regionId !== undefined && areaId !== undefined,
  });
  return [nameIn(region.data, regionId), nameIn(area.data, areaId)]
    .flatMap((name) => (name ? [localized(name)] : []))
    .join(', ');
}

/** What is asked about property of a category; undefined until it is known. */
export function useAskedFacts(categoryId: number | undefined) {
  return useQuery({
    ...read(['category-fields', categoryId ?? 0], () =>
      call(categoryFields, { query: { category: categoryId ?? 0 } }),
    ),
    enabled: categoryId !== undefined,
  }).data;
}
