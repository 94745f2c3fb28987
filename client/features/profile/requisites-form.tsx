import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PROFILE_LIMITS, setRequisites, type Profile } from '#shared/api/profile.ts';
import { banks } from '#shared/api/reference.ts';
import { problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { digitsOf } from '#client/ui/input-filters/groups.ts';
import { bankAccount, BankAccountField, DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Card } from './card.tsx';
import { useProfileChange } from './profile-query.ts';
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
  const errorText = useErrorText();
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
  const { register, control, handleSubmit, formState } = useForm<Fields>({
    defaultValues: values,
    values,
    mode: 'onTouched',
  });
  const { errors, isDirty } = formState;
  const save = useProfileChange(({ bankName, account, mfo }: Fields) =>
    call(setRequisites, { body: { bankName: bankName.trim(), account: digitsOf(account), mfo } }),
  );
  const accountProblem = (account: string) => {
    const problem = problemOfBankAccount(digitsOf(account));
    return problem === null || t(`requisites.problem.${problem}`);
  };
  return (
    <Card id="requisites" title={t('requisites.title')} lead={t('requisites.lead')}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) =>
          void handleSubmit((fields) =>
            save.mutate(fields, { onSuccess: () => notify('success', t('saved')) }),
          )(event)
        }
      >
        <div className={css.pair}>
          <Field label={t('requisites.bank')} error={errors.bankName?.message}>
            {({ id, className, describedBy }) => (
              <>
                <input
                  id={id}
                  className={className}
                  aria-describedby={describedBy}
                  aria-invalid={Boolean(errors.bankName)}
                  list={listId}
                  autoComplete="off"
                  maxLength={PROFILE_LIMITS.bankName}
                  {...register('bankName', {
                    validate: (name) => name.trim().length >= SHORTEST_NAME || t('required'),
                  })}
                />
                <datalist id={listId}>
                  {names?.map((bank) => (
                    <option key={bank.id}>{bank.name.uz}</option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
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
        <p className={css.muted}>{t('requisites.cards')}</p>
        {save.error ? (
          <p className={css.failed} role="alert">
            {errorText(save.error)}
          </p>
        ) : null}
        <div>
          <Button type="submit" size="md" loading={save.isPending} disabled={!isDirty}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
