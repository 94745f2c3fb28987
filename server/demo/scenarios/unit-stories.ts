import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { UNIT_LOTS } from '../content/index.ts';
import { workingDayBefore, type Story, type StoryTime } from './stories.ts';
import type { Trail } from './scenario.ts';
import { buyUnits, confirmUnits } from './unit-sales.ts';

const HOUR_MS = 60 * 60_000;
const STAY_DAYS = 60;
/** Of those units a few are bought one after the other until none is left. */
const FEW = 5;

const botOf = ({ world }: Trail, at: number): string => world.bots[at % world.bots.length]!.personId;
const buyerOf = ({ world }: Trail): string => world.buyerPersonIds[0]!;

/** On sale since ten in the morning of the working day so many before today, or a little later. */
function onSale(trail: Trail, time: StoryTime, daysAgo: number): Promise<boolean> {
  const opensAtMs = workingDayBefore(time, daysAgo);
  return trail.publish(
    {
      opensAtMs,
      closesAtMs: opensAtMs,
      minParticipants: 1,
      paymentWorkingDays: 5,
      atFixedPrice: { stayDays: STAY_DAYS },
    },
    opensAtMs,
  );
}

/** So many units each, one buyer an hour after the other. */
async function bought(trail: Trail, firstBot: number, quantities: readonly number[]): Promise<void> {
  for (const [i, quantity] of quantities.entries()) {
    await buyUnits(trail, botOf(trail, firstBot + i), quantity);
    await trail.wait(HOUR_MS);
  }
}

/** Bought by the demo's buyer, handed over, and paid out to the seller: four working days. */
async function handedOver(trail: Trail, time: StoryTime, daysAgo: number, quantity: number, bank: string) {
  const buyer = buyerOf(trail);
  await trail.goTo(workingDayBefore(time, daysAgo) + 2 * HOUR_MS);
  const sale = await buyUnits(trail, buyer, quantity);
  await trail.goTo(workingDayBefore(time, daysAgo - 2) + HOUR_MS);
  await confirmUnits(trail, buyer, sale);
  // The seller is paid once time for protests would be over.
  await trail.goTo(workingDayBefore(time, daysAgo - 4) + HOUR_MS);
  await trail.payOut(bank);
}

/** Sales at a fixed price by units: those that go on, of several kinds, and one that has sold its last unit. */
export const UNIT_STORIES: readonly Story[] = [
  {
    name: 'units-sold-out',
    status: LOT_STATUS.soldAndPaid,
    mostUzs: 10_000_000,
    lots: UNIT_LOTS.filter(({ quantity }) => quantity === FEW),
    async play(trail, time) {
      if (!(await onSale(trail, time, 9))) return false;
      await handedOver(trail, time, 8, 1, 'PP-000361');
      await trail.goTo(workingDayBefore(time, 3) + HOUR_MS);
      await bought(trail, 0, [2, 1]);
      await trail.goTo(workingDayBefore(time, 2) + HOUR_MS);
      await bought(trail, 2, [1]);
      await trail.tools.following.follow(trail.lotId);
      return true;
    },
  },
  {
    name: 'units-often-bought',
    status: LOT_STATUS.onSaleAtFixedPrice,
    mostUzs: 2_000_000,
    lots: UNIT_LOTS.filter(({ quantity }) => quantity > 2 * FEW),
    async play(trail, time) {
      if (!(await onSale(trail, time, 8))) return false;
      await handedOver(trail, time, 7, 2, 'PP-000393');
      await trail.goTo(workingDayBefore(time, 2) + HOUR_MS);
      await bought(trail, 3, [3, 1, 4]);
      await trail.goTo(workingDayBefore(time, 1) + 2 * HOUR_MS);
      await bought(trail, 6, [1, 2]);
      return true;
    },
  },
  {
    name: 'units-bought',
    status: LOT_STATUS.onSaleAtFixedPrice,
    mostUzs: 5_000_000,
    lots: UNIT_LOTS.filter(({ quantity }) => quantity > FEW),
    async play(trail, time) {
      if (!(await onSale(trail, time, 3))) return false;
      await trail.goTo(workingDayBefore(time, 2) + 5 * HOUR_MS);
      await bought(trail, 8, [1, 2]);
      return true;
    },
  },
  {
    name: 'units-new',
    status: LOT_STATUS.onSaleAtFixedPrice,
    mostUzs: 10_000_000,
    lots: UNIT_LOTS.filter(({ quantity }) => quantity > FEW),
    async play(trail, time) {
      if (!(await onSale(trail, time, 2))) return false;
      await trail.goTo(workingDayBefore(time, 1) + 4 * HOUR_MS);
      await bought(trail, 1, [1]);
      return true;
    },
  },
];
