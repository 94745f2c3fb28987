import type { LogRecord } from '../state/contract.ts';
import type { InjectedFault } from './fault-injection.ts';
import type { LotHead } from './lot-head.ts';

/**
 * Only under SAVDO_BREAK=chain-unchecked, to prove that the fault tests detect it: a record of the lot's epoch with a
 * log id after the head's is renumbered and accepted as the next one, whatever it continues. Price, count and deadline of
 * the head are adjusted so that the checks of `advance` accept it too: a fork that only the chain check would stop must
 * not be stopped by a later check.
 */
export function acceptForks(fault: InjectedFault, head: LotHead, record: LogRecord): LogRecord {
  if (fault !== 'chain-unchecked' || record.entry.epoch !== head.epoch || record.logId <= head.lastLogId)
    return record;
  const entry = { ...record.entry, seq: head.seq + 1 };
  if (entry.kind === 'price') {
    head.priceTiyin = null;
    head.count = entry.count - 1;
    head.deadlineUs = Math.min(head.deadlineUs, entry.deadlineUs);
  }
  return { ...record, entry, prevLogId: head.lastLogId };
}
