/** Rehearsals that wait or run at the same time. */
export const REHEARSALS_AT_ONCE = 5;
/** Length of a rehearsal as it is started, in minutes; prices may extend it by its rules. */
export const REHEARSAL_MINUTES = { min: 5, max: 240, usual: 30 } as const;
/** Participants that the platform plays. */
export const REHEARSAL_BOTS = { min: 0, max: 10, usual: 3 } as const;
/** From the start to the opening of the room, in seconds: enough for staff to join where rules count participants at the opening. */
export const REHEARSAL_OPENS_SECONDS = 60;
/** A rehearsal that has not ended so many hours after its planned end, because its room is paused, is ended. */
export const REHEARSAL_OVERDUE_HOURS = 4;
/** Of the newest ones, how many the list has. */
export const REHEARSALS_SHOWN = 50;
/** Rule sets under which a lot may name its own step; the others prescribe it. */
export const OWN_STEP_RULE_SETS: readonly string[] = ['state-live', 'private'];
