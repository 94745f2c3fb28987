/**
 * Characters a Latin-only field takes: Latin letters (with the Uzbek ʻ and ʼ), digits, white space,
 * - " % ' ` . ! @ ? # $ & : ; ( ) * + / , and typographic quotes.
 */
const ALLOWED = /[\p{Script=Latin}\p{M}\d\s\-"%'`.!@?#$&:;()*+/,ʻʼ‘’‚‛“”„‟«»‹›]/u;
const FORBIDDEN = new RegExp(`[^${ALLOWED.source.slice(1, -1)}]`, 'gu');

/** An empty text is allowed. */
export const isLatinText = (text: string): boolean => text.search(FORBIDDEN) === -1;

/** The text without what a Latin-only field refuses. */
export const latinPart = (text: string): string => text.replace(FORBIDDEN, '');
