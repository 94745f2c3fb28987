import { publicName, publicPinfl, publicStir } from '#server/domains/accounts/index.ts';
import { printedWord } from './check-word.ts';
import type { CopyKind, ProtocolFile, ProtocolFilesRepository } from './protocol-files.repository.ts';
import { protocolPdf, type Operator, type PaperParty, type ProtocolPaper } from './protocol-pdf.ts';
import type { ProtocolRow } from './protocols.repository.ts';

/** What anybody may see of the winner who has the check word. */
export function maskedWinner({ winner }: NonNullable<ProtocolRow['sale']>) {
  const { kind, name, stir, pinfl, address } = winner;
  return {
    name: publicName(kind, name),
    taxId: kind === 'legal' && stir ? publicStir(stir) : null,
    personalId: kind === 'natural' && pinfl ? publicPinfl(pinfl) : null,
    // The address of a natural person is never shown.
    address: kind === 'legal' ? address : null,
  };
}

const UNTOLD = { taxId: null, personalId: null, phone: null, address: null, bank: null } as const;

function winnerOn(row: ProtocolRow, sale: NonNullable<ProtocolRow['sale']>, full: boolean): PaperParty {
  if (!full) return { ...UNTOLD, ...maskedWinner(sale) };
  const { name, stir, pinfl, address } = sale.winner;
  const { phone = null, bank = null } = row.facts?.winner ?? {};
  return { name, taxId: stir, personalId: pinfl, phone, address, bank };
}

function customerOn({ facts }: ProtocolRow, full: boolean): PaperParty | null {
  if (!facts) return null;
  const { customer, customerName, customerAddress } = facts;
  if (!full)
    return {
      ...{ ...UNTOLD, name: customerName },
      taxId: customer?.kind === 'legal' && customer.stir ? publicStir(customer.stir) : null,
    };
  if (!customer) return { ...UNTOLD, name: customerName, address: customerAddress };
  const { name, stir, pinfl, phone, address, bank } = customer;
  return { name, taxId: stir, personalId: pinfl, phone, address: address ?? customerAddress, bank };
}

export interface CopiesDeps {
  files: ProtocolFilesRepository;
  operator: Omit<Operator, 'site'>;
  /** Public address, without a trailing slash; called when a document is rendered. */
  publicUrl: () => string;
}

/** Address of the check with number and word, as the QR code carries it. */
export const checkAddress = (publicUrl: string, row: ProtocolRow): string =>
  `${publicUrl}/check-protocol?${new URLSearchParams({ number: row.number, word: printedWord(row.checkWord) })}`;

export type ProtocolCopies = (row: ProtocolRow, copy: 'public' | 'full') => Promise<ProtocolFile>;

/** The document of a protocol, rendered at its first request; afterwards its bytes never change. */
export function createProtocolCopies({ files, operator, publicUrl }: CopiesDeps): ProtocolCopies {
  return async (row, copy) => {
    const kind: CopyKind = row.cancelled ? `${copy}-cancelled` : copy;
    const stored = await files.find(row.id, kind);
    if (stored) return stored;
    const full = copy === 'full';
    const { sale } = row;
    const paper: ProtocolPaper = {
      ...{ number: row.number, cause: row.cause, date: row.signedOn, cancelled: row.cancelled },
      ...{ lotId: row.lotId, lotTitle: row.lotTitle, facts: row.facts, full },
      sale: sale && {
        ...{ priceTiyin: sale.priceTiyin, winnerNumber: sale.winnerNumber },
        winner: winnerOn(row, sale, full),
      },
      customer: customerOn(row, full),
      operator: { ...operator, site: new URL(publicUrl()).host },
      check: { address: checkAddress(publicUrl(), row), word: printedWord(row.checkWord) },
    };
    const name = `${row.number}${kind === 'public' ? '' : `-${kind}`}.pdf`;
    await files.store(row.id, kind, name, await protocolPdf(paper));
    // Read again: a concurrent request may have stored it first, and the first file counts.
    return (await files.find(row.id, kind)) as ProtocolFile;
  };
}
