/** Letters of what the customer reads about a rejection. */
export const REJECT_WORDS = { min: 3, max: 500 };
