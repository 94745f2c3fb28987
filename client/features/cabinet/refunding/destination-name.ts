import { useTranslation } from 'react-i18next';
import type { PayoutAccount, PayoutCard, RefundDestination } from '#shared/api/cabinet/refunds.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';

/** Digits of an account in groups a person can compare. */
const grouped = (account: string): string =>
  account.replace(/^(\d{5})(\d{3})(\d)(\d{8})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4\u00a0$5');

/** A destination in words: the bank or the kind of card, and its digits. */
export function useDestinationName(): (to: RefundDestination) => { title: string; detail: string } {
  const { t } = useTranslation('refunding');
  return (to) =>
    to.kind === 'card'
      ? { title: CARD_NAMES[to.type], detail: to.mask }
      : { title: to.bankName, detail: `${grouped(to.account)} · ${t('mfo', { mfo: to.mfo })}` };
}

export const accountAsDestination = ({ bankName, mfo, account }: PayoutAccount): RefundDestination => ({
  kind: 'account',
  bankName,
  mfo,
  account,
});

export const cardAsDestination = ({ type, mask }: PayoutCard): RefundDestination => ({
  kind: 'card',
  type,
  mask,
});
