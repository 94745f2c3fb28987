import type { LogRecord } from '../state/contract.ts';
import type { Break } from './break-switch.ts';
import type { LotHead } from './lot-head.ts';

/**
 * Only under SAVDO_BREAK=chain-unchecked, to show that the fault tests notice: every record is taken as the next one,
 * whatever it continues, as a journal without the chain check would do.
 */
export function acceptForks(broken: Break, head: LotHead, record: LogRecord): LogRecord {
  if (broken !== 'chain-unchecked' || record.entry.epoch !== head.epoch || record.logId <= head.lastLogId)
    return record;
  const entry = { ...record.entry, seq: head.seq + 1 };
  if (entry.kind === 'price') {
    head.priceTiyin = null;
    head.count = entry.count - 1;
    head.deadlineUs = Math.min(head.deadlineUs, entry.deadlineUs);
  }
  return { ...record, entry, prevLogId: head.lastLogId };
}
