import { describe, expect, test } from 'vitest';
import { START, onApplicationStage, type ApplicationStage } from '../support/application-stage.ts';
import type { ApplicationStand } from '../support/application-stand.ts';
import type { TestDatabase } from '../support/services.ts';

let database: TestDatabase;
let stand: ApplicationStand;
let paidLot: ApplicationStage['paidLot'];
onApplicationStage((stage) => ({ database, stand, paidLot } = stage));

describe('limits', () => {
  test('follow the balance in every room of the person', async () => {
    const lots = [await paidLot(), await paidLot({ startPriceTiyin: 2 * START })];
    const personId = await stand.person(40_000_00);
    for (const lotId of lots) await stand.apply(lotId, personId);
    await stand.balanceMoved(personId);
    const limits = () => lots.map((lotId) => stand.room.seat(lotId, personId)?.limitTiyin);
    // 10 000 left besides deposits of 10 000 and 20 000: a limit counts them at 5 percent, the deposits are of 10.
    expect(limits()).toEqual([400_000_00, 600_000_00]);
    await stand.wallet.topUp({
      ...{ key: 'more', personId, amountTiyin: 5_000_00, provider: 'test' },
      ...{ reference: 'payment:more', reason: 'test', actor: 'system' },
    });
    expect(await stand.balanceMoved(personId)).toBe(2);
    expect(limits()).toEqual([500_000_00, 700_000_00]);
    expect(await stand.balanceMoved(personId)).toBe(0);
  });

  test('a room that does not answer is told by a later round', async () => {
    const lotId = await paidLot();
    const personId = await stand.person(20_000_00);
    await stand.apply(lotId, personId);
    await stand.wallet.topUp({
      ...{ key: 'later', personId, amountTiyin: 5_000_00, provider: 'test' },
      ...{ reference: 'payment:later', reason: 'test', actor: 'system' },
    });
    stand.room.before = () =>
      Promise.reject(Object.assign(new Error('no answer'), { name: 'ControlOutcomeUnknown' }));
    expect(await stand.balanceMoved(personId)).toBe(0);
    stand.room.before = async () => undefined;
    await database.pool.query('update trade_application set limit_due_at = now() where lot_id = $1', [lotId]);
    await stand.limits.tellRooms((error) => {
      throw error;
    });
    expect(stand.room.seat(lotId, personId)?.limitTiyin).toBe(500_000_00);
  });
});
