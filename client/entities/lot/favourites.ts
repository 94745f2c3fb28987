import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addFavourite, favouriteList, removeFavourite } from '#shared/api/cabinet/favourites.ts';
import { call } from '#client/lib/api-client.ts';
import { useSession } from '#client/lib/session.ts';

/** Begin of the keys of every list of favourites; invalidated by each change. */
export const FAVOURITE_LISTS = ['favourite-list'] as const;
const NONE: ReadonlySet<number> = new Set();
const CHANGE = ['favourite-change'] as const;

/** The marked ids belong to one person: another sign-in in the same page starts over. */
const idsQuery = (userName: string | null) =>
  queryOptions({
    queryKey: ['favourite-ids', userName],
    queryFn: async () => (await call(favouriteList, { query: { page: 1, size: 1 } })).ids,
    // Neither for a visitor nor for somebody.
    enabled: Boolean(userName),
    staleTime: 60_000,
  });

const useUserName = () => useSession((state) => state.user?.user_name ?? null);

/** Ids of the person's favourite lots; empty for a visitor and until they are known. One call for the whole page. */
export function useFavouriteIds(): ReadonlySet<number> {
  return useKnownFavouriteIds() ?? NONE;
}

/** Same, and null until they are known. */
export function useKnownFavouriteIds(): ReadonlySet<number> | null {
  const { data } = useQuery(idsQuery(useUserName()));
  return useMemo(() => (data ? new Set(data) : null), [data]);
}

/**
 * Marks or unmarks a lot. The heart changes at once; a refusal puts it back as it was and rejects with an ApiError, which
 * the caller tells. Only for signed-in people.
 */
export function useToggleFavourite(): (lotId: number, wanted: boolean) => Promise<void> {
  const queries = useQueryClient();
  const { queryKey } = idsQuery(useUserName());
  const { mutateAsync } = useMutation({
    mutationKey: CHANGE,
    mutationFn: ({ lotId, wanted }: { lotId: number; wanted: boolean }) =>
      call(wanted ? addFavourite : removeFavourite, { body: { lotId } }),
    onMutate: async ({ lotId, wanted }) => {
      // An answer on its way does not know of this change.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (ids = []) => marked(ids, lotId, wanted));
    },
    // Not retried: the person sees the heart go back and why, and may press again.
    onError: (_, { lotId, wanted }) =>
      queries.setQueryData(queryKey, (ids = []) => marked(ids, lotId, !wanted)),
    onSuccess: ({ ids }) => {
      // With another press still on its way the answer is already old.
      if (queries.isMutating({ mutationKey: CHANGE }) === 1) queries.setQueryData(queryKey, ids);
      void queries.invalidateQueries({ queryKey: FAVOURITE_LISTS });
    },
  });
  return async (lotId, wanted) => void (await mutateAsync({ lotId, wanted }));
}

/** The list with the lot in front, or without it. */
function marked(ids: number[], lotId: number, wanted: boolean): number[] {
  const others = ids.filter((id) => id !== lotId);
  return wanted ? [lotId, ...others] : others;
}
