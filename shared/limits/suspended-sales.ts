/** One member of staff suspends a sale at a fixed price for so many working days at most, all suspensions together. */
export const SUSPENDED_DAYS = 5;
/** A second one resumes it, or has it withdrawn, within so many working days. */
export const SUSPENSION_REVIEW_DAYS = 1;
