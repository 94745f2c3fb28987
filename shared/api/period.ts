import { calendarDay } from './calendar-day.ts';

/** First and last day of a list, both included. */
export const periodFields = { from: calendarDay.optional(), to: calendarDay.optional() };
