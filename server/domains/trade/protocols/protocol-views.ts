import type { Protocol } from '#shared/api/site/checks.ts';
import type { OwnProtocol } from '#shared/api/cabinet/protocols.ts';
import { CANCEL_REASONS } from '#shared/lifecycles/protocol.ts';
import { printedWord } from './check-word.ts';
import { maskedWinner } from './protocol-copies.ts';
import type { ProtocolFile } from './protocol-files.repository.ts';
import type { ProtocolRow } from './protocols.repository.ts';

/** What anybody may know by the number alone. */
function open(row: ProtocolRow) {
  const { cancelled } = row;
  return {
    number: row.number,
    cause: row.cause,
    status: row.status,
    date: row.signedOn,
    lot: { id: row.lotId, number: String(row.lotId), title: row.lotTitle },
    priceTiyin: row.sale?.priceTiyin ?? null,
    cancelled: cancelled && {
      atMs: cancelled.at.getTime(),
      reason: CANCEL_REASONS.find((each) => each === cancelled.reason) ?? null,
    },
  };
}

/** Download path of the masked document. */
const maskedUrl = ({ number, checkWord }: ProtocolRow): string =>
  `/api/shop/check-protocol/file?${new URLSearchParams({ number, word: printedWord(checkWord) })}`;

/** A protocol as its check shows it; winner and document only with the right word. */
export function checkedProtocol(row: ProtocolRow, word: Protocol['word'], file?: ProtocolFile): Protocol {
  if (!file) return { ...open(row), word, winner: null, files: [] };
  const { name, sizeBytes } = file;
  return {
    ...open(row),
    word,
    winner: row.sale && maskedWinner(row.sale),
    files: [{ name, url: maskedUrl(row), sizeBytes }],
  };
}

/** A protocol as the winner and the customer see it. */
export const ownProtocol = (row: ProtocolRow): OwnProtocol => ({
  ...open(row),
  bidderNumber: row.sale?.winnerNumber ?? null,
  word: printedWord(row.checkWord),
  fileUrl: `/api/shop/lot-protocols/file/${row.number}`,
});
