import type { AccountsService } from '#server/domains/accounts/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createPersonalIdHash } from './personal-id-hash.ts';
import { createSanctionsRepository } from './sanctions.repository.ts';
import { createSanctionsService } from './sanctions.service.ts';

interface SanctionsNeeds extends Pick<Base, 'config' | 'database'> {
  accounts: Pick<AccountsService, 'idsByNumber'>;
}

export const sanctionsModule = defineModule({
  name: 'sanctions',
  create: ({ config, database, accounts }: SanctionsNeeds) => ({
    sanctions: createSanctionsService({
      sanctions: createSanctionsRepository(database.db),
      hash: createPersonalIdHash(config.personalIdSecret),
      personsOf: (kind, value) => accounts.idsByNumber(kind, value),
    }),
  }),
});
