/** What staff may do to a running room in one action. */
export const EXTEND_MINUTES_MAX = 24 * 60;
export const REASON_MIN = 5;
export const REASON_MAX = 500;
/** A request nobody approved in this time can no longer be approved. */
export const ROOM_REQUEST_MINUTES = 30;
