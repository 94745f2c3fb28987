import { DEMO_ADDRESS } from '../order-steps.ts';
import { newestCode } from './newest-code.ts';
import type { Trail } from './scenario.ts';

const SECOND_MS = 1_000;
/** From the code on a person's phone to its six boxes. */
const READING_MS = 40 * SECOND_MS;

/** A person buys units of the trail's lot: reserved, then confirmed by the code that was sent. Returns the sale. */
export async function buyUnits(trail: Trail, personId: string, quantity: number): Promise<number> {
  const { tools, lotId } = trail;
  await tools.signOffer(personId);
  const reserved = await tools.reserving.reserve(lotId, personId, quantity, DEMO_ADDRESS);
  if (reserved?.outcome !== 'reserved')
    throw new Error(`units of lot ${lotId} are not reserved: ${JSON.stringify(reserved)}`);
  const code = await newestCode(tools, personId, `units of lot ${lotId}`);
  await trail.wait(READING_MS);
  const { outcome } = await tools.confirming.confirm(lotId, personId, code);
  if (outcome !== 'bought') throw new Error(`units of lot ${lotId} are not bought: ${outcome}`);
  return (await trail.settlementOf()).id;
}

/** The buyer of that sale confirms to have got the units. */
export async function confirmUnits(trail: Trail, personId: string, settlementId: number): Promise<void> {
  const { tools, lotId } = trail;
  const { outcome } = await tools.confirmHandOver.byBuyer(lotId, personId, settlementId);
  if (outcome !== 'done') throw new Error(`units of lot ${lotId} are not handed over: ${outcome}`);
}
