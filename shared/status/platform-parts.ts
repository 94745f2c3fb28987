/** What people use of the platform, each with a state of its own. */
export const PLATFORM_PARTS = ['site', 'bids', 'sign-in', 'payments'] as const;
export type PlatformPart = (typeof PLATFORM_PARTS)[number];

/** `off`: this installation does not have it; `unknown`: it could not be looked at. */
export const PART_STATES = ['working', 'disturbed', 'off', 'unknown'] as const;
export type PartState = (typeof PART_STATES)[number];
