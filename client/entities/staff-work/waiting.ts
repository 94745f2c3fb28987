import { useQuery } from '@tanstack/react-query';
import { waitingWork } from '#shared/api/console/today.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

const REFRESH_MS = 15_000;

/** How much waits in each list that the person's roles may read: beside the menu and on the first page. */
export const useWaitingWork = () =>
  useQuery({
    queryKey: ['console-waiting'],
    queryFn: ({ signal }) => call(waitingWork, { signal }),
    ...recovering(REFRESH_MS),
  });
