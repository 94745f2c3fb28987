/** So many rooms are shown side by side: more would be neither seen nor answered in time. */
export const ROOMS_AT_ONCE = 4;
