import { publicName, publicPinfl, publicStir } from '#server/domains/people/accounts/index.ts';
import type { ProtocolClaims } from '#shared/trust/protocol-code.ts';
import type { CancelledStatement, ProtocolStatus, SignedStatus } from '#shared/trust/protocol-status.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { printedWord } from './check-word.ts';
import type { ProtocolFile, ProtocolFilesRepository } from './protocol-files.repository.ts';
import { protocolPdf, type Operator, type PaperParty, type ProtocolPaper } from './protocol-pdf.ts';
import type { Copy, CopyKind, StoredKind } from './protocol-tables.ts';
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

const UNTOLD = { taxId: null, personalId: null, phone: null, region: null, address: null } as const;

/** How a copy names a side of the sale: as anybody may see it, as the other side may, or whole. */
type Shown = 'masked' | 'as-counterparty' | 'whole';

const SHOWN: Readonly<Record<Copy, { winner: Shown; customer: Shown }>> = {
  public: { winner: 'masked', customer: 'masked' },
  winner: { winner: 'whole', customer: 'as-counterparty' },
  customer: { winner: 'as-counterparty', customer: 'whole' },
  full: { winner: 'whole', customer: 'whole' },
};

/** What it takes to find the other side and to know that it is the one: the region instead of an address, a masked PINFL. */
const asCounterparty = ({
  kind,
  name,
  stir,
  pinfl,
  phone,
  region,
}: Pick<PaperParty, 'name' | 'phone' | 'region'> & {
  kind: 'natural' | 'legal';
  stir: string | null;
  pinfl: string | null;
}): PaperParty => ({
  ...UNTOLD,
  name,
  taxId: kind === 'legal' ? stir : null,
  personalId: kind === 'natural' && pinfl ? publicPinfl(pinfl) : null,
  phone,
  region,
});

function winnerOn(row: ProtocolRow, sale: NonNullable<ProtocolRow['sale']>, shown: Shown): PaperParty {
  if (shown === 'masked') return { ...UNTOLD, ...maskedWinner(sale) };
  const { kind, name, stir, pinfl, address } = sale.winner;
  const { phone = null, region = null } = row.facts?.winner ?? {};
  if (shown === 'as-counterparty') return asCounterparty({ kind, name, stir, pinfl, phone, region });
  return { name, taxId: stir, personalId: pinfl, phone, region: null, address };
}

function customerOn({ facts }: ProtocolRow, shown: Shown): PaperParty | null {
  if (!facts) return null;
  const { customer, customerName, customerAddress } = facts;
  if (shown === 'masked')
    return {
      ...UNTOLD,
      name: customerName,
      taxId: customer?.kind === 'legal' && customer.stir ? publicStir(customer.stir) : null,
    };
  if (!customer) return { ...UNTOLD, name: customerName, address: customerAddress };
  const { name, stir, pinfl, phone, address, region = null } = customer;
  if (shown === 'as-counterparty') return asCounterparty({ ...customer, region });
  return { name, taxId: stir, personalId: pinfl, phone, region: null, address: address ?? customerAddress };
}

interface SignedCode {
  text: string;
  signedAgainBy: string | null;
}

/** The operator's signature under protocols, each made once (domain signed-records). */
export interface ProtocolSigning {
  /** `signedAgainBy`: the key that signed it in place of a revoked one; null: it is the first. */
  codeOf(claims: ProtocolClaims): Promise<SignedCode>;
  cancel(cancelled: CancelledStatement): Promise<void>;
  signStatus(status: ProtocolStatus): Promise<SignedStatus>;
}

/** What the code states: the masked winner with the part of their number that anybody may see. */
function claimsOf(row: ProtocolRow): ProtocolClaims {
  const { number, lotId, cause, signedOn: date, sale, facts } = row;
  const { name, taxId, personalId } = sale
    ? maskedWinner(sale)
    : { name: null, taxId: null, personalId: null };
  return {
    number,
    lotId,
    cause,
    date,
    priceTiyin: sale?.priceTiyin ?? null,
    winnerNumber: sale?.winnerNumber ?? null,
    winner: name === null ? null : [taxId ?? personalId, name].filter((part) => part !== null).join(' '),
    journalHead: facts?.room?.logHash ?? null,
  };
}

/** The signed code of a protocol. Signs its cancellation as well, so that no code is given out as that of one in force. */
export async function signedCode(row: ProtocolRow, signing: ProtocolSigning): Promise<SignedCode> {
  const { lotId, number, cancelled } = row;
  const code = await signing.codeOf(claimsOf(row));
  if (cancelled) await signing.cancel({ lotId, number, cancelledOn: tashkentDay(cancelled.at) });
  return code;
}

export interface CopiesDeps {
  signing: ProtocolSigning;
  files: ProtocolFilesRepository;
  operator: Omit<Operator, 'site'>;
  /** Public address, without a trailing slash; called when a document is rendered. */
  publicUrl: () => string;
}

/** Address of the check with number and word, as the QR code carries it. */
export const checkAddress = (publicUrl: string, row: ProtocolRow): string =>
  `${publicUrl}/check-protocol?${new URLSearchParams({ number: row.number, word: printedWord(row.checkWord) })}`;

export type ProtocolCopies = (row: ProtocolRow, copy: Copy) => Promise<ProtocolFile>;

/**
 * The document of a protocol, rendered at its first request; afterwards its bytes never change. One whose code was signed by a key that
 * was revoked stays stored, and another with the code of the present key is given out in its place; so it is with one that staff had
 * made again.
 */
export function createProtocolCopies({ files, operator, publicUrl, signing }: CopiesDeps): ProtocolCopies {
  return async (row, copy) => {
    const kind: CopyKind = row.cancelled ? `${copy}-cancelled` : copy;
    const code = await signedCode(row, signing);
    const signed = code.signedAgainBy === null ? kind : (`${kind}:${code.signedAgainBy}` as const);
    const storedAs: StoredKind = row.issued ? (`${signed}#${row.issued.issue}` as StoredKind) : signed;
    const stored = await files.find(row.id, storedAs);
    if (stored) return stored;
    const shown = SHOWN[copy];
    const { sale } = row;
    const paper: ProtocolPaper = {
      number: row.number,
      cause: row.cause,
      date: row.signedOn,
      cancelled: row.cancelled,
      lotId: row.lotId,
      lotTitle: row.lotTitle,
      facts: row.facts,
      copy,
      sale: sale && {
        priceTiyin: sale.priceTiyin,
        winnerNumber: sale.winnerNumber,
        winner: winnerOn(row, sale, shown.winner),
      },
      customer: customerOn(row, shown.customer),
      operator: { ...operator, site: new URL(publicUrl()).host },
      check: { address: checkAddress(publicUrl(), row), word: printedWord(row.checkWord) },
      code: code.text,
      issued: row.issued,
    };
    const issue = row.issued ? `-${row.issued.issue}` : '';
    const name = `${row.number}${kind === 'public' ? '' : `-${kind}`}${issue}.pdf`;
    await files.store(row.id, storedAs, name, await protocolPdf(paper));
    // Read again: a concurrent request may have stored it first, and the first file counts.
    return (await files.find(row.id, storedAs)) as ProtocolFile;
  };
}
