import type { AuctionEntry, EntryKind, EntrySecret } from '#shared/auction/entries.ts';
import type { LogRecord } from './contract.ts';

type FieldType = 'text' | 'figure' | 'figure?' | 'text?' | 'flag' | 'lines';

/** The fields of each kind of entry, as the scripts write them (scripts/include/log.lua). */
const FIELDS = {
  admitted: { person: 'text', number: 'figure', limitTiyin: 'figure?' },
  limitSet: { person: 'text', limitTiyin: 'figure?', slept: 'flag', woke: 'flag' },
  revoked: { person: 'text', cause: 'text', counted: 'flag' },
  opened: { participants: 'figure' },
  autoSet: { person: 'text', number: 'figure', bidId: 'text', commitment: 'text', asleep: 'flag' },
  autoCleared: { person: 'text', number: 'figure', bidId: 'text' },
  price: {
    person: 'text',
    number: 'figure',
    amountTiyin: 'figure',
    by: 'text',
    bidId: 'text',
    count: 'figure',
    deadlineUs: 'figure',
    extended: 'flag',
    slept: 'lines',
  },
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
} as const satisfies Record<EntryKind, Record<string, FieldType>>;

/** One record of a partition's log, read back. Throws on anything the scripts do not write. */
export function parseLogRecord(logId: string, fields: string[]): LogRecord {
  const raw = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) raw.set(fields[i] ?? '', fields[i + 1] ?? '');
  const read = (name: string, type: FieldType): unknown => {
    const value = raw.get(name);
    if (value === undefined) throw new Error(`log record ${logId} lacks ${name}`);
    return parsed(value, type);
  };
  const kind = read('k', 'text') as EntryKind;
  const shape: Record<string, FieldType> | undefined = FIELDS[kind];
  if (!shape) throw new Error(`log record ${logId} is of no known kind: ${kind}`);
  const head = { lotId: read('l', 'figure'), epoch: read('e', 'figure'), seq: read('s', 'figure') };
  const body = Object.entries(shape).map(([name, type]) => [name, read(name, type)]);
  const entry = {
    v: 1,
    ...head,
    atUs: read('t', 'figure'),
    kind,
    ...Object.fromEntries(body),
  } as AuctionEntry;
  const record = { logId, prevLogId: read('p', 'text') as string, entry };
  if (kind !== 'autoSet') return record;
  const secret = { maximumTiyin: read('maximumTiyin', 'figure'), salt: read('salt', 'text') } as EntrySecret;
  return { ...record, secret };
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
    case 'lines':
      return value === '' ? [] : value.split('\n');
  }
}

function figure(value: string): number {
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number)) throw new Error(`not a whole figure: ${value}`);
  return number;
}
