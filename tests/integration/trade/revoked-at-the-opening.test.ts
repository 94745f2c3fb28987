import { expect, test } from 'vitest';
import { DEPOSIT, withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';

const STAFF = { personId: '00000000-0000-4000-8000-000000000001', name: 'Operator' };

let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ workflows, paidLot } = fixture));

test('a room that opens between the press and its answer shuts no one out on one person’s word', async () => {
  const lotId = await paidLot();
  const personId = await workflows.person(DEPOSIT);
  await workflows.apply(lotId, personId);
  const { id } = (await workflows.applications.find(lotId, personId))!;
  workflows.room.before = async (command) => {
    if (command === 'ban') workflows.room.running = true;
  };
  expect(await workflows.revoking.revoke(id, STAFF, 'Took part under another’s name')).toEqual({
    outcome: 'refused',
    reason: 'running',
  });
  expect(workflows.room.seat(lotId, personId)?.revoked).toBe(false);
});
