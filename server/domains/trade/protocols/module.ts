import type { AuctionLogRepository } from '#server/auction/index.ts';
import type { AccountsService, ProfileDoor } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { checkPages, defineModule, type Base } from '#server/platform/modules/index.ts';
import type { SiteInfo } from '#shared/api/site/site.ts';
import { addressText } from './address-text.ts';
import { createProtocolFilesRepository, type CopyDigest } from './protocol-files.repository.ts';
import { protocolsExport } from './protocols-export.ts';
import { createProtocolsRepository } from './protocols.repository.ts';
import { createProtocolCopies, type ProtocolSigning } from './protocol-copies.ts';
import { PROTOCOL_EVENTS } from './protocols.events.ts';
import { createProtocolsService } from './protocols.service.ts';
import { createStaffProtocols, type StaffProtocolsDeps } from './staff-protocols.service.ts';
import { staffProtocolsExport } from './staff-protocols-export.ts';
import { PROTOCOLS_PERSONAL_DATA } from './personal-data.ts';

const COPIES_A_PAGE = 200;

interface ProtocolsNeeds extends Pick<Base, 'config' | 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  people: Pick<ProfileDoor, 'profile'>;
  reference: Pick<ReferenceService, 'regions' | 'areas'>;
  lotsRepository: Pick<LotsRepository, 'get'>;
  auctionLog: Pick<AuctionLogRepository, 'readRoom'>;
  siteFacts: Pick<SiteInfo, 'office' | 'supportPhone' | 'supportEmail'>;
  signedRecords: { protocols: ProtocolSigning };
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  actions: StaffProtocolsDeps['actions'];
}

export const protocolsModule = defineModule({
  name: 'protocols',
  personalData: PROTOCOLS_PERSONAL_DATA,
  create({ config, database: { db }, accounts, people, reference, siteFacts, ...needs }: ProtocolsNeeds) {
    const protocolFiles = createProtocolFilesRepository(db);
    const copies = {
      files: protocolFiles,
      operator: {
        name: 'Savdo',
        address: siteFacts.office?.address ?? null,
        phone: siteFacts.supportPhone,
        email: siteFacts.supportEmail,
      },
      publicUrl: () => config.publicUrl,
      signing: needs.signedRecords.protocols,
    };
    return {
      protocolFiles,
      protocols: createProtocolsService({
        db,
        protocols: createProtocolsRepository(db),
        lots: needs.lotsRepository,
        log: needs.auctionLog,
        person: (id) => accounts.byId(id),
        placeOf: (id) => addressText(id, people.profile, reference),
        ...copies,
      }),
      staffProtocols: createStaffProtocols({
        db,
        copyOf: createProtocolCopies(copies),
        lotsOf: (personId) => needs.conflicts.lotsOf(personId),
        actions: needs.actions,
      }),
    };
  },
  evidence: ({ protocolFiles }) => [
    {
      name: 'copies of protocols',
      check: () =>
        checkPages(
          (last: CopyDigest | undefined) => protocolFiles.digestsAfter(last, COPIES_A_PAGE),
          ({ kind, name, sha256, found }) => (found === sha256 ? null : `${name} (${kind}) was changed`),
        ),
    },
  ],
  listeners: ({ protocols }) => {
    const sign = {
      name: 'sign-protocol',
      handle: ({ number }: Record<string, unknown>) => protocols.sign(number as string),
    };
    return {
      [PROTOCOL_EVENTS.recorded]: [sign],
      [PROTOCOL_EVENTS.cancelled]: [{ ...sign, name: 'sign-cancelled-protocol' }],
    };
  },
  exports: ({ protocols, staffProtocols }) => ({
    'qr-code-protocols': protocolsExport(protocols, 'winnerPersonId'),
    'customer-protocols': protocolsExport(protocols, 'customerPersonId'),
    'console-protocols': staffProtocolsExport(staffProtocols),
  }),
});
