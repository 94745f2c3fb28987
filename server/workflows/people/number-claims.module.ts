import type { NumberMoves } from '#server/domains/people/accounts/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { DecideClaims } from '#server/domains/people/number-claims/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createGrantNumberClaim } from './grant-number-claim.ts';

interface GrantingNeeds extends Pick<Base, 'database'> {
  decidingNumberClaims: DecideClaims;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  notifications: Pick<Notifications, 'notify'>;
  numberMoves: NumberMoves;
}

/** What becomes of accounts when a claim to a number is granted. */
export const grantingNumberClaimsModule = defineModule({
  name: 'granting-number-claims',
  create: ({ database, decidingNumberClaims: deciding, isSamePerson, ...needs }: GrantingNeeds) => ({
    grantNumberClaim: createGrantNumberClaim({
      db: database.db,
      deciding,
      moves: needs.numberMoves,
      isSamePerson,
      notify: needs.notifications.notify,
    }),
  }),
});
