/**
 * Characters outside the SMS alphabet, among them the Uzbek ʻ and ʼ, halve the length of the whole message (70 instead of 160
 * letters): replaced by plain apostrophes and quotes. Cyrillic is unchanged.
 */
export const plainSms = (text: string): string =>
  text
    .replace(/[ʻʼ‘’`´]/g, "'")
    .replace(/[«»“”„]/g, '"')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[–—−]/g, '-')
    .replace(/…/g, '...')
    .replace(/№\s?/g, 'N ');
