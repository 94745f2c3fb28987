import type { AuctionEntry, EntryHead, EntryKind, EntrySecret } from '#shared/auction/entries.ts';
import type { ForeignRecord, LogRecord } from './contract.ts';
import { inFormat } from './format.ts';

type FieldType = 'text' | 'figure' | 'figure?' | 'text?' | 'flag';

/** The fields of each kind of entry but a price, as the scripts write them (scripts/include/log.lua). */
const FIELDS = {
  admitted: { person: 'text', number: 'figure', limitTiyin: 'figure?' },
  limitSet: { person: 'text', limitTiyin: 'figure?', slept: 'flag', woke: 'flag' },
  revoked: { person: 'text', cause: 'text', counted: 'flag' },
  opened: { participants: 'figure' },
  autoSet: { person: 'text', number: 'figure', bidId: 'text', commitment: 'text', asleep: 'flag' },
  autoCleared: { person: 'text', number: 'figure', bidId: 'text' },
  suspended: { cause: 'text', reason: 'text', resumeAtUs: 'figure?' },
  resumed: { cause: 'text', deadlineUs: 'figure', pausedUs: 'figure' },
  deadlineMoved: { cause: 'text', reason: 'text', deadlineUs: 'figure', outageUs: 'figure' },
  closed: {
    outcome: 'text',
    winner: 'text?',
    winnerNumber: 'figure?',
    priceTiyin: 'figure?',
    reserve: 'text?',
    reserveNumber: 'figure?',
    reservePriceTiyin: 'figure?',
    participants: 'figure',
    winnerDeclines: 'flag',
    reason: 'text',
  },
} as const satisfies Record<Exclude<EntryKind, 'price'>, Record<string, FieldType>>;

/** Fields of a price, one a line; the lines after them are the persons whose auto-bids fall asleep. */
const PRICE_LINES = 8;

const HEAD = inFormat('h');
/** The heads of all formats. */
const ANY_HEAD = /^h\d*$/;

/**
 * Parses one record of a partition's log: its head in one field, then the fields of a price in another, those of any other
 * kind by name. A record in another format is named, not read. Throws on anything the scripts do not write.
 */
export function parseLogRecord(logId: string, fields: string[]): LogRecord | ForeignRecord {
  const [name = ''] = fields;
  if (name !== HEAD) {
    if (ANY_HEAD.test(name)) return { logId, format: Number(name.slice(1) || 1) };
    throw new Error(`log record ${logId} lacks ${HEAD}`);
  }
  const head = (fields[1] ?? '').split(' ');
  if (head.length !== 6) throw new Error(`log record ${logId} has no head: ${fields[1]}`);
  const [lotId = '', epoch = '', seq = '', at = '', prevLogId = '', kind = ''] = head;
  const begin = {
    v: 1,
    lotId: figure(lotId),
    epoch: figure(epoch),
    seq: figure(seq),
    atUs: figure(at),
  } as const;
  if (kind === 'price') return { logId, prevLogId, entry: priceOf(logId, begin, fields) };
  const shape: Record<string, FieldType> | undefined = FIELDS[kind as keyof typeof FIELDS];
  if (!shape) throw new Error(`log record ${logId} is of no known kind: ${kind}`);
  const raw = new Map<string, string>();
  for (let i = 2; i + 1 < fields.length; i += 2) raw.set(fields[i] ?? '', fields[i + 1] ?? '');
  const read = (name: string, type: FieldType): unknown => {
    const value = raw.get(name);
    if (value === undefined) throw new Error(`log record ${logId} lacks ${name}`);
    return parsed(value, type);
  };
  const body = Object.entries(shape).map(([name, type]) => [name, read(name, type)]);
  const entry = { ...begin, kind, ...Object.fromEntries(body) } as AuctionEntry;
  const record = { logId, prevLogId, entry };
  if (kind !== 'autoSet') return record;
  const secret = { maximumTiyin: read('maximumTiyin', 'figure'), salt: read('salt', 'text') } as EntrySecret;
  return { ...record, secret };
}

function priceOf(logId: string, begin: EntryHead, fields: string[]): AuctionEntry {
  const lines = fields[2] === 'v' ? (fields[3] ?? '').split('\n') : [];
  if (lines.length <= PRICE_LINES) throw new Error(`log record ${logId} lacks v`);
  const [person = '', number = '', amount = '', by = '', bidId = '', count = '', deadline = '', extended] =
    lines;
  if (by !== 'offer' && by !== 'auto')
    throw new Error(`log record ${logId} has an unknown bidder kind: ${by}`);
  return {
    ...begin,
    kind: 'price',
    person,
    number: figure(number),
    amountTiyin: figure(amount),
    by,
    bidId,
    count: figure(count),
    deadlineUs: figure(deadline),
    extended: extended === '1',
    slept: lines[PRICE_LINES] === '' ? [] : lines.slice(PRICE_LINES),
  };
}

function parsed(value: string, type: FieldType): unknown {
  switch (type) {
    case 'text':
      return value;
    case 'text?':
      return value === '' ? null : value;
    case 'figure':
      return figure(value);
    case 'figure?':
      return value === '' ? null : figure(value);
    case 'flag':
      return value === '1';
  }
}

function figure(value: string): number {
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number)) throw new Error(`not a whole figure: ${value}`);
  return number;
}
