/** What the platform promises about its speed, and to what share of the cases. */
export interface ServiceLevel {
  name: ServiceLevelName;
  /** A case that took longer is a bad one. */
  withinMs: number;
  /** Share of good cases that is promised, in thousandths. */
  promisedPerMille: number;
}

export const SERVICE_LEVEL_NAMES = ['bids', 'room-joins', 'hammers', 'deposits'] as const;
export type ServiceLevelName = (typeof SERVICE_LEVEL_NAMES)[number];

export const SERVICE_LEVELS = [
  { name: 'bids', withinMs: 100, promisedPerMille: 999 },
  { name: 'room-joins', withinMs: 1_000, promisedPerMille: 995 },
  { name: 'hammers', withinMs: 1_000, promisedPerMille: 999 },
  { name: 'deposits', withinMs: 60_000, promisedPerMille: 999 },
] as const satisfies readonly ServiceLevel[];

export const levelOf = (name: ServiceLevelName): ServiceLevel =>
  SERVICE_LEVELS.find((level) => level.name === name) ?? SERVICE_LEVELS[0];

/** Days of the past that the status page shows, today among them. */
export const STATUS_DAYS = 90;
