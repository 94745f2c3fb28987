import { z } from 'zod';

/** What changed for a person; says nothing of what it is now: whoever shows it asks for it. */
export const PERSON_NEWS_KINDS = ['balance', 'messages', 'applications'] as const;
export type PersonNewsKind = (typeof PERSON_NEWS_KINDS)[number];

/** Socket event to the person's own sockets, on whatever page they are. */
export const PERSON_NEWS_EVENT = 'person:news';

export const personNewsSchema = z.object({ kind: z.enum(PERSON_NEWS_KINDS) });
export type PersonNews = z.infer<typeof personNewsSchema>;
