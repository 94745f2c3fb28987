import type { AccountsService, NumberMoves } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { claimEvidenceOwner } from './claim-evidence.ts';
import { createClaimNumber } from './claim-number.ts';
import { createDecideClaims, type DecideClaimsDeps } from './decide-claims.ts';
import { numberClaimsExport } from './number-claims-export.ts';
import { NUMBER_CLAIMS_PERSONAL_DATA } from './personal-data.ts';
import { createReadClaims } from './read-claims.ts';

interface NumberClaimsNeeds
  extends Pick<Base, 'database'>, Pick<DecideClaimsDeps, 'isSamePerson' | 'tiesOf'> {
  accounts: AccountsService;
  actions: Pick<ActionLog, 'record'>;
  files: Pick<FilesService, 'registerOwner' | 'countsOf' | 'documents'>;
  notifications: Pick<Notifications, 'notify'>;
  numberMoves: NumberMoves;
  sanctions: { barredUntil(kind: 'stir' | 'pinfl', value: string): Promise<string | null> };
}

/** Claims to a PINFL or STIR that another account has. */
export const numberClaimsModule = defineModule({
  name: 'number-claims',
  personalData: NUMBER_CLAIMS_PERSONAL_DATA,
  create({ database: { db }, accounts, actions, files, numberMoves: moves, ...needs }: NumberClaimsNeeds) {
    const { isSamePerson, tiesOf, notifications, sanctions } = needs;
    files.registerOwner(claimEvidenceOwner(db));
    return {
      claimingNumbers: createClaimNumber({ db, accounts, moves, files, actions }),
      readingNumberClaims: createReadClaims({
        db,
        accounts,
        moves,
        files,
        actions,
        tiesOf,
        barredUntil: (field, number) => sanctions.barredUntil(field, number),
      }),
      decidingNumberClaims: createDecideClaims({
        db,
        moves,
        actions,
        isSamePerson,
        tiesOf,
        notify: notifications.notify,
      }),
    };
  },
  exports: ({ readingNumberClaims }) => ({
    'console-number-claims': numberClaimsExport(readingNumberClaims),
  }),
});
