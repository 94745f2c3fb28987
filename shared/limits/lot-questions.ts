/** Letters of a question about a lot, of its answer, and of the reason why staff do not show one of them. */
export const QUESTION_TEXT = { min: 10, max: 500 } as const;
export const ANSWER_TEXT = { min: 2, max: 1_000 } as const;
export const QUESTION_REASON = { min: 10, max: 500 } as const;

/** Questions of one person about one lot, those that were refused or taken back included. */
export const QUESTIONS_PER_LOT = 5;
/** Questions of one person about all lots within 24 hours. */
export const QUESTIONS_PER_DAY = 20;

/** Questions that were never shown, or are shown no more, are deleted after so many days. */
export const UNSHOWN_QUESTION_DAYS = 90;
