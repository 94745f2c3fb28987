import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPayoutAccount } from '#shared/api/refunds.ts';
import { problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { FilteredField } from '#client/ui/input-filters/filtered-field.tsx';
import { digitsOf, groupsOf, isDigit } from '#client/ui/input-filters/groups.ts';
import type { InputFilter } from '#client/ui/input-filters/filter.ts';
import css from './refunding.module.css';

const ACCOUNT_DIGITS = 20;
const MFO_DIGITS = 5;
const accountDigits: InputFilter = {
  show: (text) => groupsOf(digitsOf(text).slice(0, ACCOUNT_DIGITS), 5, 3, 1, 8, 3).join(' '),
  counts: isDigit,
};
const mfoDigits: InputFilter = { show: (text) => digitsOf(text).slice(0, MFO_DIGITS), counts: isDigit };

interface AccountFormProps {
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** A further bank account. Stands inside the refund's form, so it is no form itself. */
export function AccountForm({ onAdded, onClose }: AccountFormProps) {
  const { t } = useTranslation('refunding');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [bankName, setBankName] = useState('');
  const [mfo, setMfo] = useState('');
  const [account, setAccount] = useState('');
  const [tried, setTried] = useState(false);
  const digits = digitsOf(account);
  const accountProblem = problemOfBankAccount(digits);
  const problems = {
    bankName: bankName.trim().length < 2 ? t('accountForm.bankShort') : null,
    mfo: problemOfMfo(mfo) ? t('accountForm.mfoWrong') : null,
    account: accountProblem
      ? t(accountProblem === 'currency' ? 'accountForm.currencyWrong' : 'accountForm.accountWrong')
      : null,
  };
  const add = useMutation({
    mutationFn: () => call(addPayoutAccount, { body: { bankName: bankName.trim(), mfo, account: digits } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['payout-accounts'] });
      onAdded(id);
    },
  });
  const submit = () => {
    setTried(true);
    if (Object.values(problems).every((problem) => problem === null)) add.mutate();
  };
  return (
    <div
      className={css.inner}
      role="group"
      aria-label={t('accountForm.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        submit();
      }}
    >
      <h3>{t('accountForm.title')}</h3>
      <Field label={t('accountForm.bankName')} error={tried ? problems.bankName : null}>
        {({ id, describedBy, className }) => (
          <input
            id={id}
            aria-describedby={describedBy}
            className={className}
            maxLength={120}
            value={bankName}
            onChange={(event) => setBankName(event.target.value)}
          />
        )}
      </Field>
      <FilteredField
        label={t('accountForm.account')}
        filter={accountDigits}
        inputMode="numeric"
        value={account}
        onChange={setAccount}
        error={tried ? problems.account : null}
      />
      <FilteredField
        label={t('accountForm.mfo')}
        filter={mfoDigits}
        inputMode="numeric"
        value={mfo}
        onChange={setMfo}
        error={tried ? problems.mfo : null}
      />
      {add.error ? (
        <p className={css.error} role="alert">
          {errorText(add.error)}
        </p>
      ) : null}
      <div className={css.actions}>
        <Button variant="default" onClick={onClose}>
          {t('ui:action.cancel')}
        </Button>
        <Button loading={add.isPending} onClick={submit}>
          {t('place.save')}
        </Button>
      </div>
    </div>
  );
}
