/** Participants may protest for so many working days after their auction, until 18:00. */
export const PROTEST_DAYS = 2;
/** Staff admit a protest or not within so many working days, until 18:00; their silence admits it. */
export const PROTEST_ADMISSION_DAYS = 1;
/** The customer answers within so many working days, until 18:00. */
export const PROTEST_ANSWER_DAYS = 3;
/** From the filing of the first protest that was admitted, the sale of a lot stops for so many working days at most, until 18:00. */
export const PROTEST_PAUSE_DAYS = 5;
/** Staff decide within so many working days. */
export const PROTEST_DECISION_DAYS = 3;
/** Files may be added for so long after filing, even where the time for protests ends earlier. */
export const PROTEST_FILES_MS = 3_600_000;

/** Letters of a protest, of the customer's answer, and of a decision of staff. */
export const PROTEST_TEXT = { min: 20, max: 4_000 } as const;
export const PROTEST_ANSWER_TEXT = { min: 20, max: 2_000 } as const;
export const PROTEST_DECISION_TEXT = { min: 10, max: 2_000 } as const;

export const PROTEST_FILES_MAX = 5;
