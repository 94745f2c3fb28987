import { useQuery } from '@tanstack/react-query';
import type { WebhookEvent } from '#shared/api/cabinet/webhooks.ts';
import { categories, regions } from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { call } from '#client/lib/api-client.ts';

interface Named {
  id: number;
  name: LocalizedText;
}

export interface FilterNames {
  /** Groups, each before its categories. */
  categories: readonly Named[];
  regions: readonly Named[];
}

const HOUR_MS = 3_600_000;

/** By what news may be narrowed; empty until it is known. */
export function useFilterNames(): FilterNames {
  const tree = useQuery({
    queryKey: ['webhook-categories'],
    queryFn: ({ signal }) => call(categories, { signal }),
    staleTime: HOUR_MS,
  });
  const places = useQuery({
    queryKey: ['webhook-regions'],
    queryFn: ({ signal }) => call(regions, { signal }),
    staleTime: HOUR_MS,
  });
  return {
    categories: (tree.data ?? []).flatMap((group) => [group, ...group.categories]),
    regions: places.data ?? [],
  };
}

/** The last part of the key of its name. */
export const eventKey = (event: WebhookEvent): string => event.replace('.', '-');
