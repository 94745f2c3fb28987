import type { AuctionLogRepository } from '#server/auction/index.ts';
import type { AccountsService, ProfileDoor } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { SiteInfo } from '#shared/api/site/site.ts';
import { addressText } from './address-text.ts';
import { createProtocolFilesRepository } from './protocol-files.repository.ts';
import { protocolsExport } from './protocols-export.ts';
import { createProtocolsRepository } from './protocols.repository.ts';
import { createProtocolsService } from './protocols.service.ts';
import { PROTOCOLS_PERSONAL_DATA } from './personal-data.ts';

interface ProtocolsNeeds extends Pick<Base, 'config' | 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  people: Pick<ProfileDoor, 'profile'>;
  reference: Pick<ReferenceService, 'regions' | 'areas'>;
  lotsRepository: Pick<LotsRepository, 'get'>;
  auctionLog: Pick<AuctionLogRepository, 'readRoom'>;
  siteFacts: Pick<SiteInfo, 'office' | 'supportPhone' | 'supportEmail'>;
}

export const protocolsModule = defineModule({
  name: 'protocols',
  personalData: PROTOCOLS_PERSONAL_DATA,
  create({ config, database: { db }, accounts, people, reference, siteFacts, ...needs }: ProtocolsNeeds) {
    return {
      protocols: createProtocolsService({
        db,
        protocols: createProtocolsRepository(db),
        files: createProtocolFilesRepository(db),
        lots: needs.lotsRepository,
        log: needs.auctionLog,
        person: (id) => accounts.byId(id),
        placeOf: (id) => addressText(id, people.profile, reference),
        operator: {
          name: 'Savdo',
          address: siteFacts.office?.address ?? null,
          phone: siteFacts.supportPhone,
          email: siteFacts.supportEmail,
        },
        publicUrl: () => config.publicUrl,
      }),
    };
  },
  exports: ({ protocols }) => ({
    'qr-code-protocols': protocolsExport(protocols, 'winnerPersonId'),
    'customer-protocols': protocolsExport(protocols, 'customerPersonId'),
  }),
});
