import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  applicationStatuses,
  lotStatuses,
  orderMethods,
  orderStatuses,
  orderTypes,
  paymentStatuses,
} from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { call } from './api-client.ts';
import { recovering } from './recover.ts';
import { useLocalized } from './use-localized.ts';

/** Staff rename entries now and then. */
const MINUTE_MS = 60_000;

type Names = readonly { code: string; name: LocalizedText }[];

const READS = {
  'order-methods': (): Promise<Names> => call(orderMethods),
  'order-types': (): Promise<Names> => call(orderTypes),
  'payment-statuses': (): Promise<Names> => call(paymentStatuses),
  'order-statuses': (): Promise<Names> => call(orderStatuses),
  'lot-statuses': (): Promise<Names> => call(lotStatuses),
  'application-statuses': (): Promise<Names> => call(applicationStatuses),
};

const namesQuery = (dictionary: keyof typeof READS) =>
  queryOptions({
    queryKey: ['names', dictionary],
    queryFn: READS[dictionary],
    staleTime: MINUTE_MS,
    ...recovering(),
  });

/** Names of a dictionary by code, as its keeper words them; null while they are on their way or cannot be had. */
export function useNames(dictionary: keyof typeof READS): (code: string) => string | null {
  const localized = useLocalized();
  const { data } = useQuery(namesQuery(dictionary));
  return (code) => {
    const known = data?.find((each) => each.code === code);
    return known ? localized(known.name) : null;
  };
}
