import { isOneOf } from '#shared/text/index.ts';

/** As people and spreadsheets write it, in any alphabet and with any apostrophe. */
const isYes = isOneOf(['1', 'ha', 'да', 'yes', 'true', 'истина', '+']);
const isNo = isOneOf(['0', 'yoʻq', 'yoq', 'нет', 'no', 'false', 'ложь', '-']);

/** null: it says neither. */
export const readYesOrNo = (text: string): boolean | null => (isYes(text) ? true : isNo(text) ? false : null);
