import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import { refreshSession } from '#client/lib/session.ts';

/** A change whose answer is the profile as it now is: the screen, the menu and the reminder learn of it at once. */
export function useProfileChange<Sent>(send: (sent: Sent) => Promise<Profile>) {
  const keep = useKeepProfile();
  return useMutation({ mutationFn: send, onSuccess: keep });
}

/** Puts a profile the server answered in the place of the known one. */
export function useKeepProfile(): (profile: Profile) => void {
  const queries = useQueryClient();
  return (profile) => {
    queries.setQueryData(profileQuery.queryKey, profile);
    // The readable cookie came with the answer. Not awaited: a failure leaves the old name in the menu until the next read.
    void refreshSession();
  };
}
