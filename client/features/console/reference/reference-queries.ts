import { queryOptions } from '@tanstack/react-query';
import { consolePlaces } from '#shared/api/console/console-reference.ts';
import { consoleBaseAmounts, consoleRuleSets } from '#shared/api/console/reference-proposals.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** Colleagues propose and decide meanwhile. */
const REFRESH_MS = 15_000;

export const RULE_SETS_KEY = ['console-rule-sets'] as const;
export const BASE_AMOUNTS_KEY = ['console-base-amounts'] as const;
export const PLACES_KEY = ['console-places'] as const;

export const ruleSetsQuery = queryOptions({
  queryKey: RULE_SETS_KEY,
  queryFn: ({ signal }) => call(consoleRuleSets, { signal }),
  ...recovering(REFRESH_MS),
});
export const baseAmountsQuery = queryOptions({
  queryKey: BASE_AMOUNTS_KEY,
  queryFn: ({ signal }) => call(consoleBaseAmounts, { signal }),
  ...recovering(REFRESH_MS),
});
export const placesQuery = queryOptions({
  queryKey: PLACES_KEY,
  queryFn: ({ signal }) => call(consolePlaces, { signal }),
  ...recovering(),
});
