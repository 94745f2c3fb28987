import { publicName, publicPinfl, publicStir, type Person } from '#server/domains/accounts/index.ts';
import type { Protocol } from '#shared/api/checks.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { isCheckWord, printedWord } from './check-word.ts';
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
  /**
   * The last protocol of a lot: that of the reserve winner where the first fell away. Null: none. Its check word for the
   * winner and for staff only.
   */
  shownTo(
    lotId: number,
    viewer: { personId: string; roles: readonly string[] } | null,
  ): Promise<{ number: string; word: string | null } | null>;
  /** False when there is no such protocol in force. */
  cancel(number: string, reason: string): Promise<boolean>;
  /** What anybody may know of a protocol, and with its check word the masked winner; null: no such number. */
  check(typed: string, word?: string): Promise<Protocol | null>;
  /** Its paper, masked; null: no such number, or another word. */
  file(typed: string, word: string): Promise<ProtocolFile | null>;
}

export interface ProtocolsDeps {
  protocols: ProtocolsRepository;
  person: (id: string) => Promise<Pick<Person, 'kind' | 'name' | 'stir' | 'pinfl'> | null>;
  /** Where the person lives or has the seat, as told in the profile; null: not told. */
  addressOf: (personId: string) => Promise<LocalizedText | null>;
  /** Address people type, without a slash at the end; asked when a paper is made. */
  publicUrl: () => string;
}

const STAFF: readonly string[] = ['operator', 'moderator', 'auditor', 'administrator'];

const queryOf = (number: string, word: string): string =>
  new URLSearchParams({ number, word: printedWord(word) }).toString();

/** Address of the paper, for downloading. */
const fileUrl = (number: string, word: string): string =>
  `/api/shop/check-protocol/file?${queryOf(number, word)}`;

function masked(row: ProtocolRow): NonNullable<Protocol['winner']> {
  const { kind, name, stir, pinfl, address } = row.winner;
  return {
    name: publicName(kind, name),
    taxId: kind === 'legal' && stir ? publicStir(stir) : null,
    personalId: kind === 'natural' && pinfl ? publicPinfl(pinfl) : null,
    // Where a natural person lives is shown to no one.
    address: kind === 'legal' ? address : null,
  };
}

function open(row: ProtocolRow): Omit<Protocol, 'word' | 'winner' | 'files'> {
  return {
    number: row.number,
    status: row.status,
    date: row.signedOn,
    lot: { id: row.lotId, number: String(row.lotId), title: row.lotTitle },
    priceTiyin: row.priceTiyin,
  };
}

export function createProtocolsService({
  protocols,
  person,
  addressOf,
  publicUrl,
}: ProtocolsDeps): ProtocolsService {
  async function fileOf(row: ProtocolRow): Promise<ProtocolFile> {
    const kept = await protocols.file(row.id);
    if (kept) return kept;
    const checkAddress = `${publicUrl()}/check-protocol?${queryOf(row.number, row.checkWord)}`;
    const body = await protocolPdf(
      { ...open(row), winner: masked(row) },
      { address: checkAddress, word: printedWord(row.checkWord) },
    );
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
        winner: { kind, name, stir, pinfl, address: await addressOf(winnerPersonId) },
      });
    },

    async shownTo(lotId, viewer) {
      const last = await protocols.lastOf(lotId);
      if (!last) return null;
      const entitled =
        viewer !== null &&
        (viewer.personId === last.winnerPersonId || viewer.roles.some((role) => STAFF.includes(role)));
      return { number: last.number, word: entitled ? printedWord(last.checkWord) : null };
    },

    cancel: (number, reason) => protocols.cancel(number, reason),

    async check(typed, word = '') {
      const row = await protocols.byNumber(protocolNumber(typed));
      if (!row) return null;
      if (!isCheckWord(word, row.checkWord))
        return { ...open(row), word: word.trim() === '' ? 'none' : 'wrong', winner: null, files: [] };
      const { name, sizeBytes } = await fileOf(row);
      const url = fileUrl(row.number, row.checkWord);
      return { ...open(row), word: 'right', winner: masked(row), files: [{ name, url, sizeBytes }] };
    },

    async file(typed, word) {
      const row = await protocols.byNumber(protocolNumber(typed));
      return row && isCheckWord(word, row.checkWord) ? fileOf(row) : null;
    },
  };
}
