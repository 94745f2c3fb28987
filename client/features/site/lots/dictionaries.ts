import { queryOptions, useQuery } from '@tanstack/react-query';
import { areas, categories, groups, regions } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** Names of places hardly ever change. */
const HOUR_MS = 3_600_000;

const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: () => call(regions),
  staleTime: HOUR_MS,
  ...recovering(),
});

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: () => call(categories),
  ...recovering(),
});

/** Groups alone, for where their categories are not shown. */
export const groupsQuery = queryOptions({
  queryKey: ['category-groups'],
  queryFn: () => call(groups),
  ...recovering(),
});

const areasQuery = (region: number | null) =>
  queryOptions({
    queryKey: ['areas', region],
    queryFn: () => call(areas, { query: region === null ? {} : { region } }),
    enabled: region !== null,
    staleTime: HOUR_MS,
    ...recovering(),
  });

/** What the filters choose from; areas only of the chosen region. Undefined while a list is on its way. */
export function useDictionaries(region: number | null) {
  const places = useQuery(regionsQuery);
  const districts = useQuery(areasQuery(region));
  const tree = useQuery(categoriesQuery);
  const failed = [places, districts, tree].filter((each) => each.isError && !each.data);
  return {
    regions: places.data,
    areas: region === null ? undefined : districts.data,
    tree: tree.data,
    failed: failed.length > 0,
    retry: () => failed.forEach((each) => void each.refetch()),
  };
}
