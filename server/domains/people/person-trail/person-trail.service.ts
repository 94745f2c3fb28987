import { conflict, notFound } from '#server/platform/errors/index.ts';
import type { Role } from '#shared/api/contract.ts';
import {
  ATTEMPT_WINDOW_MINUTES,
  TRAIL_KINDS,
  TRAIL_RIGHTS,
  type RefusedAttempt,
  type SentMessage,
  type TrailKind,
  type TrailRow,
} from '#shared/api/console/person-trail.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { SignedReceipt } from '#shared/trust/receipt.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/tashkent.ts';
import type { PersonTrailRepository } from './person-trail.repository.ts';

export interface PersonTrailDeps {
  repository: PersonTrailRepository;
  /** Whether there is such an account. */
  knows: (personId: string) => Promise<boolean>;
  actions: {
    record(action: {
      personId: string;
      type: 'account';
      action: 'trail-viewed' | 'trail-exported' | 'attempts-searched' | 'receipt-viewed';
      result: 'done';
      reason: string;
      address?: string;
    }): Promise<void>;
  };
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  /** Messages of a person by their ids. */
  readSent(
    personId: string,
    ids: readonly number[],
    language: Language,
  ): Promise<ReadonlyMap<number, SentMessage>>;
  receipts: {
    receiptOf(asked: AskedReceipt): Promise<SignedReceipt | 'undecided' | null>;
  };
}

interface AskedReceipt {
  lotId: number;
  person: string;
  bidId: string;
}

/** Who looks, and from where. */
export interface TrailReader {
  personId: string;
  roles: readonly Role[];
  address: string;
}

interface Page {
  page: number;
  size: number;
}

interface Wanted extends Page {
  /** Of the titles of messages. */
  language: Language;
  kind?: TrailKind | undefined;
  /** First and last day, Tashkent, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

interface AttemptsWanted extends Page {
  day: string;
  /** `HH:mm`. */
  time: string;
  ends?: string | undefined;
  lot?: number | undefined;
}

export type PersonTrail = ReturnType<typeof createPersonTrail>;

const instant = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00+05:00`);

/** What staff read about one person to answer them; each reading is recorded, with what was looked at. */
export function createPersonTrail(deps: PersonTrailDeps) {
  const { repository, knows, actions, conflicts, receipts, readSent } = deps;

  /** 404 for an unknown account. */
  async function read(
    personId: string,
    { kind, from, to, page, size, language }: Wanted,
    reader: Omit<TrailReader, 'address'>,
  ): Promise<{ items: TrailRow[]; kinds: TrailKind[]; total: number }> {
    if (!(await knows(personId))) throw notFound();
    const kinds = TRAIL_KINDS.filter((each) => hasRight(reader.roles, TRAIL_RIGHTS[each]));
    const found = await repository.of(personId, {
      kinds: kind === undefined ? kinds : kinds.filter((each) => each === kind),
      since: from === undefined ? null : new Date(instant(from)),
      before: to === undefined ? null : new Date(instant(to) + DAY_MS),
      withoutLots: await conflicts.lotsOf(reader.personId),
      limit: size,
      offset: (page - 1) * size,
    });
    const messageIds = new Set(found.items.flatMap(({ messageId }) => messageId ?? []));
    const messages = await readSent(personId, [...messageIds], language);
    const items = found.items.map(({ messageId, ...row }) => ({
      ...row,
      message: messageId === null ? null : (messages.get(messageId) ?? null),
    }));
    return { items, total: found.total, kinds };
  }

  return {
    /** 404 for an unknown account. */
    async of(personId: string, wanted: Wanted, { address, ...reader }: TrailReader) {
      const found = await read(personId, wanted, reader);
      await actions.record({
        personId: reader.personId,
        type: 'account',
        action: 'trail-viewed',
        result: 'done',
        reason: `person:${personId} ${wanted.kind ?? 'all'}`,
        address,
      });
      return found;
    },

    /** A page of a file: the same rows. The file is recorded once, at its first page. */
    async exported(personId: string, wanted: Wanted, reader: Omit<TrailReader, 'address'>) {
      const found = await read(personId, wanted, reader);
      if (wanted.page === 1)
        await actions.record({
          personId: reader.personId,
          type: 'account',
          action: 'trail-exported',
          result: 'done',
          reason: `person:${personId} ${wanted.kind ?? 'all'}`,
        });
      return found;
    },

    async refusedAttempts(
      { day, time, ends, lot, page, size }: AttemptsWanted,
      { personId, address }: TrailReader,
    ): Promise<{ items: RefusedAttempt[]; total: number }> {
      const minute = instant(day, time);
      const found = await repository.refusedAttempts({
        since: new Date(minute - ATTEMPT_WINDOW_MINUTES * MINUTE_MS),
        before: new Date(minute + (ATTEMPT_WINDOW_MINUTES + 1) * MINUTE_MS),
        ends: ends ?? null,
        lotId: lot ?? null,
        withoutLots: await conflicts.lotsOf(personId),
        limit: size,
        offset: (page - 1) * size,
      });
      await actions.record({
        personId,
        type: 'account',
        action: 'attempts-searched',
        result: 'done',
        reason: [
          `${day} ${time}`,
          ...new Set(found.items.flatMap(({ lotId, person }) => [`lot:${lotId}`, `person:${person.id}`])),
        ].join(' '),
        address,
      });
      return found;
    },

    /**
     * The signed receipt of an offer, recorded before it is given out. 404: no such offer, or a lot in which the reader has a part;
     * 409: it has no answer yet, or it is of an auto-bid, whose maximum staff never see.
     */
    async receiptOf(
      asked: AskedReceipt,
      { personId, address }: Pick<TrailReader, 'personId' | 'address'>,
    ): Promise<SignedReceipt> {
      const { lotId, person, bidId } = asked;
      if ((await conflicts.lotsOf(personId)).includes(lotId)) throw notFound();
      const signed = await receipts.receiptOf(asked);
      if (signed === null) throw notFound();
      if (signed === 'undecided') throw conflict('game-view.undecided');
      if (signed.statement.command === 'set-auto') throw conflict('person-trail.sealed');
      await actions.record({
        personId,
        type: 'account',
        action: 'receipt-viewed',
        result: 'done',
        reason: `person:${person} lot:${lotId} ${bidId}`,
        address,
      });
      return signed;
    },
  };
}
