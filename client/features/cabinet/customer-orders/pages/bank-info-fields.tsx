import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { banks } from '#shared/api/site/reference.ts';
import type { PayoutCard } from '#shared/api/cabinet/refunds.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import { call } from '#client/lib/api-client.ts';
import { InputField } from '#client/ui/input-field.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { BankAccountField, DigitsField } from '#client/ui/input-filters/numbers.tsx';
import type { BankInfo } from './use-bank-info.tsx';
import css from '../customer-orders.module.css';

const MFO_DIGITS = 5;

interface BankInfoFieldsProps {
  info: BankInfo;
  holderName: string;
  cards: readonly PayoutCard[];
}

/** A bank account in the customer's own name, or one of their cards. */
export function BankInfoFields({ info, holderName, cards }: BankInfoFieldsProps) {
  const { t } = useTranslation('customer-orders');
  const listId = useId();
  // Only a help while typing: without the list the name is typed by hand.
  const { data: names } = useQuery({
    queryKey: ['banks'],
    queryFn: () => call(banks),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { typed, problems, change } = info;
  return (
    <>
      {cards.length > 0 ? (
        <SelectField
          label={t('requisites.to')}
          value={typed.cardId}
          onChange={(cardId) => change({ cardId })}
          options={[
            { value: '', label: t('requisites.account') },
            ...cards.map(({ id, type, mask }) => ({
              value: String(id),
              label: `${CARD_NAMES[type]} ${mask}`,
            })),
          ]}
        />
      ) : null}
      {typed.cardId === '' ? (
        <>
          <p className={css.lines}>
            <small>{t('requisites.holder')}</small>
            <strong>{holderName}</strong>
          </p>
          <InputField
            label={t('requisites.bank')}
            error={problems.bankName}
            list={listId}
            autoComplete="off"
            maxLength={ORDER_LIMITS.bankName}
            value={typed.bankName}
            onChange={({ target }) => change({ bankName: target.value })}
          />
          <BankAccountField
            label={t('requisites.account')}
            value={typed.account}
            onChange={(account) => change({ account })}
            error={problems.account}
          />
          <DigitsField
            label={t('requisites.mfo')}
            most={MFO_DIGITS}
            value={typed.mfo}
            onChange={(mfo) => change({ mfo })}
            error={problems.mfo}
          />
          <datalist id={listId}>
            {names?.map((bank) => (
              <option key={bank.id}>{bank.name.uz}</option>
            ))}
          </datalist>
        </>
      ) : null}
    </>
  );
}
