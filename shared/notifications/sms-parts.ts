import { plainSms } from './plain-sms.ts';

/** Letters of the SMS alphabet (GSM 03.38), and those of its extension, which take two places. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€';

const ALPHABET = { whole: 160, part: 153 } as const;
/** A message with one letter outside the alphabet is sent in UTF-16. */
const OTHERS = { whole: 70, part: 67 } as const;

/** How many SMS a text is paid as, as gateways send it. */
export function smsParts(text: string): number {
  const sent = plainSms(text);
  const letters = [...sent];
  const inAlphabet = letters.every((letter) => BASIC.includes(letter) || EXTENDED.includes(letter));
  const places = inAlphabet
    ? letters.length + letters.filter((letter) => EXTENDED.includes(letter)).length
    : sent.length;
  const { whole, part } = inAlphabet ? ALPHABET : OTHERS;
  return places <= whole ? 1 : Math.ceil(places / part);
}
