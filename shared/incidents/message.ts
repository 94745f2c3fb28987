import { z } from 'zod';
import { INCIDENT_MESSAGE } from '../limits/incidents.ts';
import { uuid } from '../api/fields.ts';
import { textWithoutAccounts } from '../api/written-texts.ts';

const messageText = textWithoutAccounts(INCIDENT_MESSAGE.min, INCIDENT_MESSAGE.max);

/** What staff write to the people concerned by an incident, once for a request. */
export const incidentMessageFields = {
  requestId: uuid,
  uz: messageText.regex(/^[^\u0400-\u04FF]*$/, 'Latin letters'),
  ru: messageText,
  en: messageText.optional(),
  /** Shown to everyone on the status page, too: it must name no one. */
  isPublic: z.boolean().default(false),
};

/** Who reads such a message. */
export const MESSAGE_READERS = ['concerned', 'everyone'] as const;
