/** Participants without a person. Version 8 of UUIDs is for such private uses: no account ever gets one of these. */
const PREFIX = '00000000-0000-8000-8000-';
const DIGITS = 12;

/** Ids of so many bots, under which they take part in every rehearsal. */
export const botIds = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${PREFIX}${String(at + 1).padStart(DIGITS, '0')}`);

/** null: a person. */
export const nameOfBot = (personId: string): string | null =>
  personId.startsWith(PREFIX) ? `Bot ${Number(personId.slice(PREFIX.length))}` : null;
