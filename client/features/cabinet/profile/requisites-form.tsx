import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PROFILE_LIMITS, setRequisites, type Profile } from '#shared/api/cabinet/profile.ts';
import { banks } from '#shared/api/site/reference.ts';
import { problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import { call } from '#client/lib/api-client.ts';
import { InputField } from '#client/ui/input-field.tsx';
import { digitsOf } from '#client/ui/input-filters/groups.ts';
import { bankAccount, BankAccountField, DigitsField } from '#client/ui/input-filters/numbers.tsx';
import layout from '#client/ui/layout.module.css';
import { Card } from './card.tsx';
import { useProfileChange } from './profile-query.ts';
import { SavedForm } from './saved-form.tsx';
import css from './profile.module.css';

const MFO_DIGITS = 5;
const SHORTEST_NAME = 2;

interface Fields {
  bankName: string;
  account: string;
  mfo: string;
}

/** The account that refunds go to. */
export function RequisitesForm({ profile: { requisites } }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const listId = useId();
  // Only a help while typing: without the list the name is typed by hand.
  const { data: names } = useQuery({
    queryKey: ['banks'],
    queryFn: () => call(banks),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const values = {
    bankName: requisites?.bankName ?? '',
    account: bankAccount.show(requisites?.account ?? ''),
    mfo: requisites?.mfo ?? '',
  };
  const form = useForm<Fields>({ defaultValues: values, values, mode: 'onTouched' });
  const { register, control } = form;
  const { errors } = form.formState;
  const save = useProfileChange(({ bankName, account, mfo }: Fields) =>
    call(setRequisites, { body: { bankName: bankName.trim(), account: digitsOf(account), mfo } }),
  );
  const accountProblem = (account: string) => {
    const problem = problemOfBankAccount(digitsOf(account));
    return problem === null || t(`requisites.problem.${problem}`);
  };
  return (
    <Card id="requisites" title={t('requisites.title')} lead={t('requisites.lead')}>
      <SavedForm form={form} save={save}>
        <div className={css.pair}>
          <InputField
            label={t('requisites.bank')}
            error={errors.bankName?.message}
            list={listId}
            autoComplete="off"
            maxLength={PROFILE_LIMITS.bankName}
            {...register('bankName', {
              validate: (name) => name.trim().length >= SHORTEST_NAME || t('required'),
            })}
          />
          <Controller
            name="mfo"
            control={control}
            rules={{ validate: (mfo) => problemOfMfo(mfo) === null || t('requisites.problem.mfo') }}
            render={({ field: { value, onChange, onBlur } }) => (
              <DigitsField
                label={t('requisites.mfo')}
                most={MFO_DIGITS}
                placeholder="00000"
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors.mfo?.message}
              />
            )}
          />
        </div>
        <Controller
          name="account"
          control={control}
          rules={{ validate: accountProblem }}
          render={({ field: { value, onChange, onBlur } }) => (
            <BankAccountField
              label={t('requisites.account')}
              placeholder="20208 000 0 00000000 000"
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={errors.account?.message}
              hint={t('requisites.hint')}
            />
          )}
        />
        <datalist id={listId}>
          {names?.map((bank) => (
            <option key={bank.id}>{bank.name.uz}</option>
          ))}
        </datalist>
        <p className={layout.mutedMedium}>{t('requisites.cards')}</p>
      </SavedForm>
    </Card>
  );
}
