import type { LogRecord } from '../state/contract.ts';
import type { Break } from './break-switch.ts';
import type { LotHead } from './lot-head.ts';

/**
 * Only under SAVDO_BREAK=chain-unchecked, to show that the fault tests notice: a record of the lot's epoch that came
 * after its head is numbered anew and taken as the next one, whatever it continues; price, count and deadline of the
 * head are set so that the checks of `advance` let it pass as well. So more is switched off than the chain alone: a fork
 * that the chain check would stop must not be stopped by the checks behind it.
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
