import { z } from 'zod';
import { calendarDay } from '../calendar-day.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { INCIDENT_CAUSES, INCIDENT_SEVERITIES, INCIDENT_STATES } from '../../lifecycles/incident.ts';
import { PART_STATES, PLATFORM_PARTS } from '../../status/platform-parts.ts';
import { SERVICE_LEVEL_NAMES, STATUS_DAYS } from '../../status/service-levels.ts';
import { contract } from '../contract.ts';

const counts = z.array(z.int()).length(STATUS_DAYS);

const publicIncidentSchema = z.object({
  cause: z.enum(INCIDENT_CAUSES),
  severity: z.enum(INCIDENT_SEVERITIES),
  state: z.enum(INCIDENT_STATES),
  sinceMs: z.int(),
  /** null: it goes on. */
  untilMs: z.int().nullable(),
  /** What staff wrote for everyone, newest first. */
  messages: z.array(z.object({ atMs: z.int(), text: localizedTextSchema })),
});
export type PublicIncident = z.infer<typeof publicIncidentSchema>;

const statusSchema = z.object({
  parts: z.array(z.object({ part: z.enum(PLATFORM_PARTS), state: z.enum(PART_STATES) })),
  /** What is stored could not be read just now: below is what was last known. */
  isStale: z.boolean(),
  /** When the rest was read; null: it could not be read since this process started, and is empty. */
  readAtMs: z.int().nullable(),
  /** The first of the days of the levels, of Tashkent; each of the following places is a day later. */
  firstDay: calendarDay,
  /** Good cases and all cases of each day. */
  levels: z.array(z.object({ level: z.enum(SERVICE_LEVEL_NAMES), good: counts, total: counts })),
  /** Those of these days, newest first, at most 20. */
  incidents: z.array(publicIncidentSchema),
  /** All rooms wait; null: they do not. `resumeAtMs`: when they go on, null: not decided yet. */
  technicalBreak: z.object({ begunAtMs: z.int(), resumeAtMs: z.int().nullable() }).nullable(),
});
export type PlatformStatus = z.infer<typeof statusSchema>;

export const platformStatus = contract({
  name: 'site.status',
  refusals: {},
  method: 'get',
  path: '/api/shop/status',
  summary:
    'Which parts of the platform work now, how well it did on each of the last 90 days, and its incidents',
  tag: 'site',
  access: 'public',
  anonymous: true,
  rateLimit: { perMinute: 120 },
  answer: statusSchema,
});

export const statusContracts = [platformStatus];
