/** Outbox topics of this domain. */
export const REFERENCE_EVENTS = {
  /** A place was added, renamed or is offered again. Payload: `regionId`, `areaId` (null: the region itself). */
  placeNamed: 'reference.place-named',
} as const;
