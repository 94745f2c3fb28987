import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  hideColumns,
  listChoices,
  removeView,
  saveView,
  type ListChoices,
  type ListView,
  type StaffList,
} from '#shared/api/console/list-choices.ts';
import { call } from '#client/lib/api-client.ts';
import { useSession } from '#client/lib/session.ts';
import { takeOverBrowserChoices } from './browser-choices.ts';

const NONE: ListChoices = { hidden: [], views: [] };

/** Columns and views that the person has chosen for a list; the server has them, so that they are the same on each device. */
export function useListChoices(list: StaffList, pathname: string) {
  const person = useSession(({ me }) => me?.id ?? '');
  const queries = useQueryClient();
  const queryKey = ['list-choices', person, list];
  const params = { list };
  const { data, error, failureCount, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      takeOverBrowserChoices(await call(listChoices, { params, signal }), { person, list, pathname }),
    // No one else changes them.
    staleTime: Infinity,
  });
  const chosen = data ?? NONE;
  const changed = {
    // One after the other: the last press is also the last that the server hears of.
    scope: { id: `list-choices-${list}` },
    onSuccess: (after: ListChoices) => queries.setQueryData(queryKey, after),
  };
  const hiding = useMutation({
    ...changed,
    mutationFn: (hidden: readonly string[]) => call(hideColumns, { params, body: { hidden: [...hidden] } }),
    onMutate: (hidden) => queries.setQueryData(queryKey, { ...chosen, hidden: [...hidden] }),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  const saving = useMutation({
    ...changed,
    mutationFn: (view: ListView) => call(saveView, { params, body: view }),
  });
  const removing = useMutation({
    ...changed,
    mutationFn: (name: string) => call(removeView, { params, body: { name } }),
  });
  return {
    ...chosen,
    /** Known, or not to be waited for. */
    settled: data !== undefined || failureCount > 0,
    /** Why they are not known. */
    error: data ? null : error,
    retry: () => void refetch(),
    showColumn: (column: string, shown: boolean) => {
      const others = chosen.hidden.filter((each) => each !== column);
      hiding.mutate(shown ? others : [...others, column]);
    },
    columnsError: hiding.error,
    /** Whether it was saved. */
    saveView: (view: ListView): Promise<boolean> =>
      saving.mutateAsync(view).then(
        () => true,
        () => false, // not retried by itself: `viewsError` says why
      ),
    removeView: removing.mutate,
    viewsError: saving.error ?? removing.error,
  };
}

export type ChosenForList = ReturnType<typeof useListChoices>;
