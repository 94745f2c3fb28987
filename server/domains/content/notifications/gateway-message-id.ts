/** Id of a delivery at gateways: the same in every attempt, so that they can recognise a repeat. */
export const deliveryName = (deliveryId: number): string => `notice-${deliveryId}`;

/** The delivery that a gateway's report refers to; null: none of ours. */
export function deliveryNamed(name: string | null): number | null {
  const digits = /^notice-([1-9]\d{0,14})$/.exec(name ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
