import { useQuery } from '@tanstack/react-query';
import { BAR_CAUSES } from '#shared/limits/debarments.ts';
import { dynamicListQuery } from '#client/lib/dynamic-list.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

/** The causes to choose from, as staff call and order them; `…` until their names are there. */
export function useBarCauses(): { value: string; label: string }[] {
  const localized = useLocalized();
  const { data } = useQuery(dynamicListQuery('bar-causes'));
  return data
    ? data.map(({ id, label }) => ({ value: id, label: localized(label) }))
    : BAR_CAUSES.map((value) => ({ value, label: '…' }));
}
