/**
 * Signs outside the alphabet of SMS halve the room of the whole message (70 instead of 160 letters), and the Uzbek ʻ and ʼ
 * are among them: plain apostrophes and quotes say the same. Cyrillic stays as it is.
 */
export const plainSms = (text: string): string =>
  text
    .replace(/[ʻʼ‘’`´]/g, "'")
    .replace(/[«»“”„]/g, '"')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[–—−]/g, '-')
    .replace(/…/g, '...')
    .replace(/№\s?/g, 'N ');
