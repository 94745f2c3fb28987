/** A delivery as gateways know it: the same in every attempt, so that a repeat can be told from another message. */
export const deliveryName = (deliveryId: number): string => `notice-${deliveryId}`;

/** The delivery a gateway's report names as ours; null: none. */
export function deliveryNamed(name: string | null): number | null {
  const digits = /^notice-([1-9]\d{0,14})$/.exec(name ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
