import { queryOptions } from '@tanstack/react-query';
import { myProfile } from '#shared/api/cabinet/profile.ts';
import type { ProfileFact } from '#shared/validation/profile-facts.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(myProfile, { signal }),
});

/** Where each fact is filled in: a part of /profile/my-data, or another page of the cabinet. */
export const FACT_PLACES: Record<ProfileFact, { part: string } | { to: string }> = {
  nationalId: { part: 'identity' },
  name: { to: paths.profile('edit-requests') },
  phoneConfirmed: { part: 'phone' },
  emailConfirmed: { part: 'email' },
  address: { part: 'address' },
  bankRequisites: { part: 'requisites' },
  offerSigned: { to: paths.profile('contracts') },
};

/** Address at which a missing fact is filled in. */
export function factPath(fact: ProfileFact): string {
  const place = FACT_PLACES[fact];
  return 'to' in place ? place.to : `${paths.profile('my-data')}#${place.part}`;
}
