/** What one member of staff alone holds up by shutting an account waits for so many working days at most, until 18:00. */
export const STANDSTILL_DAYS = 5;
/** A second one confirms that the account is shut, or opens it, within so many working days. */
export const SECOND_SHUTTING_DAYS = 1;
