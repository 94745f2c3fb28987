import { publicName, publicPinfl, publicStir, type Person } from '#server/domains/accounts/index.ts';
import type { Protocol } from '#shared/api/checks.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { protocolNumber } from './protocol-number.ts';
import { protocolPdf } from './protocol-pdf.ts';
import type { ProtocolFile, ProtocolRow, ProtocolsRepository } from './protocols.repository.ts';

export interface SaleToRecord {
  lotId: number;
  cause: 'hammer' | 'reserve';
  priceTiyin: number;
  winnerPersonId: string;
  winnerNumber: number;
  endedAt: Date;
}

export interface ProtocolsService {
  /** The protocol of a sale, made once; answers its number. Throws when the winner is nobody we know. */
  record(sale: SaleToRecord): Promise<string>;
  /** Number of the last protocol of a lot: that of the reserve winner where the first fell away. Null: none. */
  numberOf(lotId: number): Promise<string | null>;
  /** False when there is no such protocol in force. */
  cancel(number: string, reason: string): Promise<boolean>;
  /** What anybody may know of a protocol; null: no such number. */
  check(typed: string): Promise<Protocol | null>;
  /** Its paper, masked; null: no such number. */
  file(typed: string): Promise<ProtocolFile | null>;
}

export interface ProtocolsDeps {
  protocols: ProtocolsRepository;
  person: (id: string) => Promise<Pick<Person, 'kind' | 'name' | 'stir' | 'pinfl'> | null>;
  /** Address people type, without a slash at the end; asked when a paper is made. */
  publicUrl: () => string;
}

/** Address of the paper, for downloading. */
const fileUrl = (number: string): string =>
  `/api/shop/check-protocol/file?number=${encodeURIComponent(number)}`;

function masked(row: ProtocolRow): Omit<Protocol, 'files'> {
  const { kind, name, stir, pinfl, address } = row.winner;
  return {
    number: row.number,
    status: row.status,
    date: row.signedOn,
    lot: { id: row.lotId, number: String(row.lotId), title: row.lotTitle },
    priceTiyin: row.priceTiyin,
    winnerName: publicName(kind, name),
    taxId: kind === 'legal' && stir ? publicStir(stir) : null,
    personalId: kind === 'natural' && pinfl ? publicPinfl(pinfl) : null,
    // Where a natural person lives is nobody's business.
    address: kind === 'legal' ? address : null,
  };
}

export function createProtocolsService({ protocols, person, publicUrl }: ProtocolsDeps): ProtocolsService {
  async function fileOf(row: ProtocolRow): Promise<ProtocolFile> {
    const kept = await protocols.file(row.id);
    if (kept) return kept;
    const checkAddress = `${publicUrl()}/check-protocol?number=${encodeURIComponent(row.number)}`;
    const body = await protocolPdf(masked(row), checkAddress);
    await protocols.keepFile(row.id, `${row.number}.pdf`, body);
    // Read again: somebody may have been quicker, and the first file is the one.
    return (await protocols.file(row.id)) as ProtocolFile;
  }

  return {
    async record({ lotId, cause, priceTiyin, winnerPersonId, winnerNumber, endedAt }) {
      const before = await protocols.numberOf(lotId, cause);
      if (before) return before;
      const winner = await person(winnerPersonId);
      if (!winner) throw new RangeError(`the winner of lot ${lotId} is not known here`);
      const { kind, name, stir, pinfl } = winner;
      return protocols.record({
        ...{ lotId, cause, priceTiyin, winnerPersonId, winnerNumber },
        signedOn: tashkentDay(endedAt),
        winner: { kind, name, stir, pinfl, address: null },
      });
    },

    numberOf: (lotId) => protocols.lastOf(lotId),

    cancel: (number, reason) => protocols.cancel(number, reason),

    async check(typed) {
      const row = await protocols.byNumber(protocolNumber(typed));
      if (!row) return null;
      const { name, sizeBytes } = await fileOf(row);
      return { ...masked(row), files: [{ name, url: fileUrl(row.number), sizeBytes }] };
    },

    async file(typed) {
      const row = await protocols.byNumber(protocolNumber(typed));
      return row && fileOf(row);
    },
  };
}
