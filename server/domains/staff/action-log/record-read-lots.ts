import type { ActionLog } from './action-log.repository.ts';

/** Of a list, or of all rooms of the platform: an index holds each reason. */
const LOTS_OF_ONE_RECORD = 50;

/**
 * Records that a member of staff reads who takes part, or may come to take part, in these lots, before it is given out: they apply for none
 * of them (`hasReadAsStaff`).
 * @param lotIds of lots that are not over, each once
 */
export async function recordReadLots(
  record: (action: Parameters<ActionLog['record']>[0]) => Promise<unknown>,
  { personId, address }: { personId: string; address?: string | undefined },
  lotIds: readonly number[],
): Promise<void> {
  for (let at = 0; at < lotIds.length; at += LOTS_OF_ONE_RECORD)
    await record({
      personId,
      type: 'application',
      action: 'bidders-viewed',
      result: 'done',
      reason: lotIds
        .slice(at, at + LOTS_OF_ONE_RECORD)
        .map((lotId) => `lot:${lotId}`)
        .join(' '),
      address: address ?? null,
    });
}
