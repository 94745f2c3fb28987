const OPPOSITE = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' } as const;
/** Degrees: the pin may stand over the names of cities as near as this. */
const NEAR = 1.2;

interface Named {
  at: readonly [latitude: number, longitude: number];
  /** Where the name usually stands of its dot. */
  side: keyof typeof OPPOSITE;
}

/** Where a city's name stands: on its other side where the pin would cover it. The pin's body is above its point. */
export function sideBesidePin({ at: [north, east], side }: Named, latitude: number, longitude: number) {
  const near = Math.abs(north - latitude) < NEAR && Math.abs(east - longitude) < NEAR;
  const covered = { top: true, right: longitude > east, bottom: latitude < north, left: longitude < east };
  return near && covered[side] ? OPPOSITE[side] : side;
}
