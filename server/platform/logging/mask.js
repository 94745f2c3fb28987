/** PINFL (14 digits), cards (16), phones (9–12 with +998) and STIR (9): anything that long and only digits. */
const LONG_NUMBER = /(?<![\w.-])\+?\d{9,19}(?![\w-])/g;
/**
 * Masks long numbers in a text down to their last two digits and makes line breaks visible, so that a log line
 * stays one line. Money and instants are logged as fields, not inside texts.
 */
export function maskPersonal(text) {
  return text.replace(LONG_NUMBER, (number) => `…${number.slice(-2)}`);
}
