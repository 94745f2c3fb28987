/** Masks of a person on public pages: protocols and the check of barred participants. */

/** `A*** B***`; names of legal entities are public and shown whole. */
export const publicName = (kind: 'natural' | 'legal', name: string): string =>
  kind === 'legal'
    ? name
    : name
        .split(/\s+/u)
        .filter(Boolean)
        .map((word) => `${[...word][0]}***`)
        .join(' ');

/** `*****6789` */
export const publicStir = (stir: string): string => `*****${stir.slice(-4)}`;

/** `**********1234` */
export const publicPinfl = (pinfl: string): string => `**********${pinfl.slice(-4)}`;
