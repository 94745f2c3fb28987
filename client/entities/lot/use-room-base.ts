import { useQuery } from '@tanstack/react-query';
import { roomBase } from '#shared/api/cabinet/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { useSession } from '#client/lib/session.ts';

/** Asked again by itself while it fails: a page left open on a bad line heals without a press. */
const HEAL_MS = 5_000;
const SENT_MS = 2_000;

/** The person's part in this lot; fetched again for each person of this page. */
export function useRoomBase(lotId: number) {
  const userName = useSession((state) => state.user?.user_name ?? null);
  const asked = useQuery({
    queryKey: ['room-base', lotId, userName],
    queryFn: () => call(roomBase, { params: { lotId } }),
    // Not for somebody: who it is is known in a moment.
    enabled: userName !== '',
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return HEAL_MS;
      // The room admits within seconds; a message tells of everything that comes later.
      return state.data?.me.status === 'sent' ? SENT_MS : false;
    },
  });
  // Admitted, refused or revoked elsewhere: by staff, or on another device.
  usePersonUpdates('applications', () => void asked.refetch());
  return asked;
}
