import { publicPinfl, publicStir } from '#server/domains/people/accounts/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { PROTOCOL_NUMBER, type StaffProtocol } from '#shared/api/console/console-protocols.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { ProtocolCopies } from './protocol-copies.ts';
import { ownProtocol } from './protocol-views.ts';
import { createProtocolsRepository, type ProtocolFilter, type ProtocolRow } from './protocols.repository.ts';

export interface StaffProtocolsDeps {
  db: AnyDb;
  copyOf: ProtocolCopies;
  /** Lots in which the person has a part. */
  lotsOf(personId: string): Promise<readonly number[]>;
  actions: {
    record(
      action: {
        personId: string;
        type: 'protocol';
        action: 'issued-again' | 'party-searched';
        result: 'done';
        reason: string | null;
      },
      tx?: AnyDb,
    ): Promise<void>;
  };
}

interface StaffReader {
  personId: string;
  roles: readonly string[];
}

interface Wanted extends Omit<ProtocolFilter, 'winnerPersonId' | 'customerPersonId' | 'party' | 'number'> {
  /** Of the form of PROTOCOL_NUMBER. */
  number?: string | undefined;
  party?: string | undefined;
  page: number;
  size: number;
  /** Rows are counted no further; absent: all. */
  most?: number;
}

export type StaffProtocols = ReturnType<typeof createStaffProtocols>;

const maskedNumber = ({ stir, pinfl }: { stir: string | null; pinfl: string | null }): string | null =>
  stir ? publicStir(stir) : pinfl && publicPinfl(pinfl);

function numberOf(typed: string): ProtocolFilter['number'] {
  const [, year, serial] = PROTOCOL_NUMBER.exec(typed) ?? [];
  return { year: year === undefined ? null : Number(year), serial: Number(serial) };
}

function sellerOf({ facts, customerPersonId: id }: ProtocolRow): StaffProtocol['seller'] {
  const customer = facts?.customer;
  return id === null || !customer ? null : { id, name: customer.name, number: maskedNumber(customer) };
}

function shown(row: ProtocolRow, hidden: boolean, reader: StaffReader): StaffProtocol {
  const { word: _word, bidderNumber: _number, fileUrl, ...facts } = ownProtocol(row);
  const { sale, issued } = row;
  return {
    ...facts,
    id: row.id,
    buyer:
      sale && !hidden
        ? {
            id: sale.winnerPersonId,
            name: sale.winner.name,
            number: maskedNumber(sale.winner),
            participant: sale.winnerNumber,
          }
        : null,
    seller: hidden ? null : sellerOf(row),
    hidden,
    settlementId: row.settlementId ?? null,
    issue: issued?.issue ?? 1,
    issued: issued && { atMs: issued.at.getTime(), by: issued.by, reason: issued.reason },
    fileUrl: !hidden && hasRight(reader.roles, 'seeRequisites') ? fileUrl : null,
  };
}

/** Protocols of all lots as staff read them, and their documents made again. */
export function createStaffProtocols({ db, copyOf, lotsOf, actions }: StaffProtocolsDeps) {
  const protocols = createProtocolsRepository(db);
  return {
    /** A search for a party is recorded with whom it found: whose name belongs to a number is not asked without a trace. */
    async list(
      { party, number, page, size, most, ...filter }: Wanted,
      reader: StaffReader,
    ): Promise<{ items: StaffProtocol[]; total: number }> {
      const hidden = await lotsOf(reader.personId);
      const wanted = {
        ...filter,
        number: number === undefined ? undefined : numberOf(number),
        ...(party === undefined ? {} : { party: { text: party, withoutLots: hidden } }),
      };
      const [rows, total] = await Promise.all([
        protocols.list(wanted, { limit: size, offset: (page - 1) * size }),
        protocols.count(wanted, most),
      ]);
      const items = rows.map((row) => shown(row, hidden.includes(row.lotId), reader));
      if (party !== undefined) {
        const people = items.flatMap(({ buyer, seller }) => [buyer?.id ?? [], seller?.id ?? []].flat());
        await actions.record({
          personId: reader.personId,
          type: 'protocol',
          action: 'party-searched',
          result: 'done',
          reason: people.length === 0 ? null : [...new Set(people)].map((id) => `person:${id}`).join(' '),
        });
      }
      return { items, total };
    },

    /** @throws 404; 409 `console-protocols.changed` where it was made again meanwhile */
    async reissue(
      { id, issue, reason }: { id: number; issue: number; reason: string },
      by: { personId: string; name: string },
    ): Promise<{ number: string; issue: number }> {
      const before = await protocols.byId(id);
      if (!before) throw notFound();
      const next = await inTransaction(db, async (tx) => {
        const made = await createProtocolsRepository(tx).reissue(id, { after: issue, reason, by });
        if (made === null) throw conflict('console-protocols.changed');
        await actions.record(
          {
            personId: by.personId,
            type: 'protocol',
            action: 'issued-again',
            result: 'done',
            reason: before.number,
          },
          tx,
        );
        return made;
      });
      // The others are made when they are asked for. A failure is seen by who asked; the issue is tried again by the next reader.
      const row = await protocols.byId(id);
      if (row) await copyOf(row, 'public');
      return { number: before.number, issue: next };
    },
  };
}
