import { queryOptions } from '@tanstack/react-query';
import { additionalFee, getOrder, orderList, orderPreview } from '#shared/api/cabinet/orders.ts';
import { categoryFields, orderCategories } from '#shared/api/cabinet/order-questions.ts';
import { actionAccess, myProfile } from '#shared/api/cabinet/profile.ts';
import type { DYNAMIC_LISTS } from '#shared/api/list-names.ts';
import { areas, banks, dynamicList, regions, type OrderType } from '#shared/api/site/reference.ts';
import { payoutCards } from '#shared/api/cabinet/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { recovering } from '#client/lib/recover.ts';

/** Drafts offered to go on with; the others are in the cabinet. */
const MOST_SHOWN = 5;
/** Names of places are changed a few times a year. */
const HOUR_MS = 3_600_000;
/** Staff change categories and lists at any time; a form that is opened asks again. */
const EDITED_MS = 10_000;

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call(getOrder, { params: { id }, signal }),
    ...recovering(),
  });

/** Orders that are being written, the last changed first. */
export const draftsQuery = queryOptions({
  queryKey: ['order', 'drafts'],
  queryFn: ({ signal }) => call(orderList, { query: { progress: 1, page: 1, size: MOST_SHOWN }, signal }),
  ...recovering(),
});

/** Whether the person may begin an order, and if not, why. */
export const maySellQuery = queryOptions({
  queryKey: ['action-access', 'sell'],
  queryFn: ({ signal }) => call(actionAccess, { query: { action: 'sell' }, signal }),
  ...recovering(),
});

/** What selling costs, of one version of the order. */
export const costQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['order', id, 'cost', version],
    queryFn: ({ signal }) => call(additionalFee, { params: { id }, signal }),
    ...recovering(),
  });

/** The card drawn from one version of the order; the version that staff looks at is unknown here. */
export const previewQuery = (id: number, version: number | null = null) =>
  queryOptions({
    queryKey: ['order', id, 'preview', version],
    queryFn: ({ signal }) => call(orderPreview, { params: { id }, signal }),
    ...recovering(),
  });

export const categoriesQuery = (orderType: OrderType) =>
  queryOptions({
    queryKey: ['order-categories', orderType],
    queryFn: () => call(orderCategories, { query: { orderType } }),
    staleTime: EDITED_MS,
    ...recovering(),
  });

export const questionsQuery = (category: number | undefined) =>
  queryOptions({
    queryKey: ['category-fields', category],
    queryFn: () => call(categoryFields, { query: { category: category ?? 0 } }),
    enabled: category !== undefined,
    staleTime: EDITED_MS,
    ...recovering(),
  });

export const listQuery = (name: (typeof DYNAMIC_LISTS)[number]) =>
  queryOptions({
    queryKey: ['dynamic-list', name],
    queryFn: () => call(dynamicList, { query: { name } }),
    staleTime: EDITED_MS,
    ...recovering(),
  });

export const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: () => call(regions),
  staleTime: HOUR_MS,
  ...recovering(),
});

export const areasQuery = (region: number | undefined) =>
  queryOptions({
    queryKey: ['areas', region],
    queryFn: () => call(areas, { query: { region: region ?? 0 } }),
    enabled: region !== undefined,
    staleTime: HOUR_MS,
    ...recovering(),
  });

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: () => call(banks),
  staleTime: Number.POSITIVE_INFINITY,
});

export const cardsQuery = queryOptions({
  queryKey: ['payout-cards'],
  queryFn: ({ signal }) => call(payoutCards, { signal }),
  ...recovering(),
});

export const ownProfileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(myProfile, { signal }),
  ...recovering(),
});

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
