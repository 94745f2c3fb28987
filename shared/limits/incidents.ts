/** Letters of a message to the people concerned by an incident, in each language. */
export const INCIDENT_MESSAGE = { min: 20, max: 1_000 } as const;

/**
 * To so many people one member of staff writes alone, in 24 hours together; to more, and to everyone on the status page, a second
 * person agrees.
 */
export const INCIDENT_ALONE_PEOPLE = 50;

/** Its beginning may be set so many days back at most. */
export const INCIDENT_BACK_DAYS = 7;
