import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPayoutAccount } from '#shared/api/cabinet/refunds.ts';
import { problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import { call } from '#client/lib/api-client.ts';
import { InputField } from '#client/ui/input-field.tsx';
import { digitsOf } from '#client/ui/input-filters/groups.ts';
import { BankAccountField, DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { InnerForm } from './inner-form.tsx';

const MFO_DIGITS = 5;

interface AccountFormProps {
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** A further bank account. */
export function AccountForm({ onAdded, onClose }: AccountFormProps) {
  const { t } = useTranslation('refunding');
  const queries = useQueryClient();
  const [bankName, setBankName] = useState('');
  const [mfo, setMfo] = useState('');
  const [account, setAccount] = useState('');
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
  return (
    <InnerForm
      title={t('accountForm.title')}
      error={add.error}
      busy={add.isPending}
      confirm={t('place.save')}
      back={t('ui:action.cancel')}
      onSubmit={() => add.mutate()}
      onBack={onClose}
    >
      <InputField
        label={t('accountForm.bankName')}
        problem={problems.bankName}
        maxLength={120}
        value={bankName}
        onChange={(event) => setBankName(event.target.value)}
      />
      <BankAccountField
        label={t('accountForm.account')}
        value={account}
        onChange={setAccount}
        problem={problems.account}
      />
      <DigitsField
        label={t('accountForm.mfo')}
        most={MFO_DIGITS}
        value={mfo}
        onChange={setMfo}
        problem={problems.mfo}
      />
    </InnerForm>
  );
}
