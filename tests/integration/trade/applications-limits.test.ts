import { describe, expect, test } from 'vitest';
import { START, withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

describe('limits', () => {
  test('follow the balance in every room of the person', async () => {
    const lots = [await paidLot(), await paidLot({ startPriceTiyin: 2 * START })];
    const personId = await workflows.person(40_000_00);
    for (const lotId of lots) await workflows.apply(lotId, personId);
    await workflows.balanceMoved(personId);
    const limits = () => lots.map((lotId) => workflows.room.seat(lotId, personId)?.limitTiyin);
    // 10 000 left besides deposits of 10 000 and 20 000: a limit counts them at 5 percent, the deposits are of 10.
    expect(limits()).toEqual([400_000_00, 600_000_00]);
    await workflows.wallet.topUp({
      key: 'more',
      personId,
      amountTiyin: 5_000_00,
      provider: 'test',
      reference: 'payment:more',
      reason: 'test',
      actor: 'system',
    });
    expect(await workflows.balanceMoved(personId)).toBe(2);
    expect(limits()).toEqual([500_000_00, 700_000_00]);
    expect(await workflows.balanceMoved(personId)).toBe(0);
  });

  test('a room that does not answer is informed by a later round', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(20_000_00);
    await workflows.apply(lotId, personId);
    await workflows.wallet.topUp({
      key: 'later',
      personId,
      amountTiyin: 5_000_00,
      provider: 'test',
      reference: 'payment:later',
      reason: 'test',
      actor: 'system',
    });
    workflows.room.before = () =>
      Promise.reject(Object.assign(new Error('no answer'), { name: 'ControlOutcomeUnknown' }));
    expect(await workflows.balanceMoved(personId)).toBe(0);
    workflows.room.before = async () => undefined;
    await database.pool.query('update trade_application set limit_due_at = now() where lot_id = $1', [lotId]);
    await workflows.limits.sendDueLimits((error) => {
      throw error;
    });
    expect(workflows.room.seat(lotId, personId)?.limitTiyin).toBe(500_000_00);
  });

  test('a cancellation that the room refuses brings the limit up to date: the balance may have moved meanwhile', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(20_000_00);
    await workflows.apply(lotId, personId);
    await workflows.balanceMoved(personId);
    expect(workflows.room.seat(lotId, personId)?.limitTiyin).toBe(400_000_00);
    await database.pool.query(
      "update trade_application set status = 'cancelling', cancelling_at = now() - interval '1 minute' where lot_id = $1",
      [lotId],
    );
    await workflows.apply(await paidLot(), personId);
    expect(await workflows.balanceMoved(personId)).toBe(0);
    workflows.room.bids(lotId, personId, { price: true });
    const fail = (error: unknown) => {
      throw error;
    };
    await workflows.cancelling.finishStuck(fail);
    expect(await workflows.limits.sendDueLimits(fail)).toBe(1);
    expect(workflows.room.seat(lotId, personId)?.limitTiyin).toBe(200_000_00);
  });
});
