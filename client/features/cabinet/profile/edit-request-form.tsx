import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { askForEdit, PROFILE_LIMITS, type Profile } from '#shared/api/cabinet/profile.ts';
import { isPersonName, oneLine } from '#shared/validation/person-name.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { InputField, OptionsField, TextField } from '#client/ui/input-field.tsx';
import { DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { judgedNumber } from './judged-number.ts';
import css from './profile.module.css';

interface Fields {
  kind: Profile['kind'];
  name: string;
  nationalId: string;
  reason: string;
}

interface EditRequestFormProps {
  profile: Profile;
  onSent: () => void;
  onCancel: () => void;
}

const numberOf = (profile: Profile): string =>
  (profile.kind === 'legal' ? profile.stir : profile.pinfl) ?? '';

/** Only what differs is asked for. */
function wishOf({ kind, name, nationalId, reason }: Fields, profile: Profile) {
  return {
    ...(kind === profile.kind ? {} : { kind }),
    ...(oneLine(name) === profile.name ? {} : { name: oneLine(name) }),
    ...(kind === profile.kind && nationalId === numberOf(profile) ? {} : { nationalId }),
    reason: reason.trim(),
  };
}

/** What should change, and why: staff decide. */
export function EditRequestForm({ profile, onSent, onCancel }: EditRequestFormProps) {
  const { t } = useTranslation('profile');
  const { register, control, handleSubmit, watch, trigger, formState } = useForm<Fields>({
    defaultValues: { kind: profile.kind, name: profile.name, nationalId: numberOf(profile), reason: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitted } = formState;
  const kind = watch('kind');
  const numberName = kind === 'legal' ? 'stir' : 'pinfl';
  const send = useMutation({
    mutationFn: (fields: Fields) => call(askForEdit, { body: wishOf(fields, profile) }),
    onSuccess: () => {
      notify('success', t('requests.sent'));
      onSent();
    },
  });
  const nothing = Object.keys(wishOf(watch(), profile)).length === 1;
  return (
    <form
      className={css.card}
      noValidate
      aria-label={t('requests.new')}
      onSubmit={(event) => void handleSubmit((fields) => send.mutate(fields))(event)}
    >
      <div className={css.pair}>
        <OptionsField
          label={t('requests.field.kind')}
          {...register('kind', {
            onChange: () => void (isSubmitted && trigger(['name', 'nationalId'])),
          })}
        >
          <option value="natural">{t('kind.natural')}</option>
          <option value="legal">{t('kind.legal')}</option>
        </OptionsField>
        <Controller
          name="nationalId"
          control={control}
          rules={{
            validate: (number, fields) => {
              // An untouched number of the same kind is not judged: it may be one the provider vouches for.
              if (fields.kind === profile.kind && number === numberOf(profile)) return true;
              const { wrong } = judgedNumber(fields.kind, number);
              return !wrong || t(`errors.${fields.kind === 'legal' ? 'stir' : 'pinfl'}`);
            },
          }}
          render={({ field: { value, onChange, onBlur } }) => (
            <DigitsField
              label={t(`fact.${numberName}`)}
              most={kind === 'legal' ? 9 : 14}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={errors.nationalId?.message}
              hint={t(`identity.hint.${judgedNumber(kind, value).hint}`)}
            />
          )}
        />
      </div>
      <InputField
        label={t(`identity.name.${kind}`)}
        error={errors.name?.message}
        autoComplete="name"
        maxLength={PROFILE_LIMITS.name}
        {...register('name', {
          validate: (name, fields) =>
            oneLine(name) === profile.name || isPersonName(oneLine(name), fields.kind) || t('errors.name'),
        })}
      />
      <TextField
        label={t('requests.field.reason')}
        error={errors.reason?.message}
        hint={t('requests.reasonHint')}
        maxLength={PROFILE_LIMITS.reason}
        {...register('reason', {
          validate: (reason) =>
            reason.trim().length >= PROFILE_LIMITS.reasonMin ||
            t('requests.reasonShort', { count: PROFILE_LIMITS.reasonMin }),
        })}
      />
      <FormError error={send.error} />
      <div className={css.buttons}>
        <Button type="submit" size="md" loading={send.isPending} disabled={nothing}>
          {t('requests.send')}
        </Button>
        <Button variant="subtle" size="md" onClick={onCancel}>
          {t('ui:action.cancel')}
        </Button>
      </div>
      {nothing ? <p className={layout.mutedMedium}>{t('requests.nothing')}</p> : null}
    </form>
  );
}
