import { useTranslation } from 'react-i18next';

/** Reasons that the platform gives by a stable word; those of people are shown as they stated them. */
const WORDS = [
  'received',
  'received-by-staff',
  'disputed',
  'handed-over',
  'stay-over',
  'not-held',
  'no-price-given',
  'price-not-confirmed',
  'result-cancelled',
  'imported',
] as const;
const isWord = (why: string): why is (typeof WORDS)[number] => (WORDS as readonly string[]).includes(why);

/** Why a step of an order was taken, in words of the person's language. Needs `order` texts. */
export function useFlowReason(): (why: string) => string {
  const { t } = useTranslation('order');
  return (why) => (isWord(why) ? t(`why.${why}`) : why);
}
