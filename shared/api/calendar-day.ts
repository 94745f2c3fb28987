import { z } from 'zod';

/**
 * A day of Tashkent, `YYYY-MM-DD`, of the years that calendars are about: PostgreSQL has no year 0, and JavaScript reads the first
 * hundred years otherwise than they are written.
 */
export const calendarDay = z.iso.date().regex(/^(?:19|20|21)/);
