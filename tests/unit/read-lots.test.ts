import { expect, test } from 'vitest';
import { recordReadLots } from '#server/domains/staff/action-log/index.ts';

test('who takes part in more than fifty lots is recorded as read in records of fifty lots, none left out', async () => {
  const reasons: string[] = [];
  const record = async ({ reason }: { reason?: string | null }) => void reasons.push(reason ?? '');
  const lotIds = Array.from({ length: 101 }, (_, at) => at + 1);
  await recordReadLots(record, { personId: 'reader' }, lotIds);
  expect(reasons.map((reason) => reason.split(' ').length)).toEqual([50, 50, 1]);
  expect(reasons.join(' ')).toBe(lotIds.map((id) => `lot:${id}`).join(' '));
  await recordReadLots(record, { personId: 'reader' }, []);
  expect(reasons).toHaveLength(3);
});
