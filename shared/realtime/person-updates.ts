import { z } from 'zod';

/** What changed for a person; without the new value, which the client requests. */
const PERSON_UPDATE_KINDS = ['balance', 'messages', 'applications', 'purchases'] as const;
export type PersonUpdateKind = (typeof PERSON_UPDATE_KINDS)[number];

/** Socket event to the person's own sockets, on whatever page they are. */
export const PERSON_UPDATE_EVENT = 'person:news';

export const personUpdateSchema = z.object({ kind: z.enum(PERSON_UPDATE_KINDS) });
export type PersonUpdate = z.infer<typeof personUpdateSchema>;
