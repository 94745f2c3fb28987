/** What staff may do to a running room in one action. */
export const EXTEND_MINUTES_MAX = 24 * 60;
/** Letters of a reason. */
export const STAFF_REASON = { min: 5, max: 500 } as const;
/** A request expires when it was not approved within this time. */
export const ROOM_REQUEST_MINUTES = 30;
/** The same for one opened by the rules, which staff have to notice first. */
export const OPENED_REQUEST_MINUTES = 24 * 60;
/** A room that was paused for longer is not resumed at once by one person: two decide, and the next working morning is proposed. */
export const LONG_PAUSE_MINUTES = 15;
/** Short pauses that one person follows with another one within so many hours are one long pause. */
export const REPEATED_PAUSE_HOURS = 12;
/** One person pauses a room, or all rooms, so many times within those hours: then a colleague does, so that no one alone puts its end off. */
export const PAUSES_BY_ONE_MAX = 3;
/** And turns so many requests of colleagues about a room down. */
export const REJECTIONS_BY_ONE_MAX = 3;
/** Minute of the day in Tashkent at which a long pause is proposed to end. */
export const RESUME_MINUTE = 10 * 60;
/** An announced resumption is at least so long ahead, so that participants hear of it, and at most so many days. */
export const RESUME_NOTICE_SECONDS = 60;
export const RESUME_DAYS_MAX = 30;
