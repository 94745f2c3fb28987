import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PROFILE_LIMITS, setAddress, type Profile } from '#shared/api/profile.ts';
import { areas, regions } from '#shared/api/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Card } from './card.tsx';
import { useProfileChange } from './profile-query.ts';
import css from './profile.module.css';

const HOUR_MS = 3_600_000;
const SHORTEST = 3;

const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: () => call(regions),
  staleTime: HOUR_MS,
  ...recovering(),
});
const areasQuery = (region: number) =>
  queryOptions({
    queryKey: ['areas', region],
    queryFn: () => call(areas, { query: { region } }),
    enabled: region > 0,
    staleTime: HOUR_MS,
    ...recovering(),
  });

interface Fields {
  region: string;
  area: string;
  text: string;
}

/** Where the person lives or the organisation has its seat. */
export function AddressForm({ profile: { address } }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const localized = useLocalized();
  const errorText = useErrorText();
  const places = useQuery(regionsQuery);
  const values = {
    region: String(address?.regionId ?? ''),
    area: String(address?.areaId ?? ''),
    text: address?.text ?? '',
  };
  const { register, handleSubmit, watch, setValue, formState } = useForm<Fields>({
    defaultValues: values,
    values,
    mode: 'onTouched',
  });
  const region = Number(watch('region'));
  const districts = useQuery(areasQuery(region));
  const save = useProfileChange((fields: Fields) =>
    call(setAddress, {
      body: { regionId: Number(fields.region), areaId: Number(fields.area), text: fields.text.trim() },
    }),
  );
  const { errors, isDirty } = formState;
  // A select whose options are on their way shows the stored value once they are there.
  const ready = places.data && (region === 0 || districts.data);
  return (
    <Card id="address" title={t('address.title')} lead={t('address.lead')}>
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
          <Field label={t('address.region')} error={errors.region?.message}>
            {({ id, className, describedBy }) => (
              <select
                key={places.data ? 'known' : 'unknown'}
                id={id}
                className={className}
                aria-describedby={describedBy}
                aria-invalid={Boolean(errors.region)}
                disabled={!places.data}
                {...register('region', {
                  validate: (value) => value !== '' || t('required'),
                  onChange: () => setValue('area', ''),
                })}
              >
                <option value="">{t(places.data ? 'address.choose' : 'address.loading')}</option>
                {places.data?.map((each) => (
                  <option key={each.id} value={each.id}>
                    {localized(each.name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t('address.area')} error={errors.area?.message}>
            {({ id, className, describedBy }) => (
              <select
                key={ready ? `known-${region}` : 'unknown'}
                id={id}
                className={className}
                aria-describedby={describedBy}
                aria-invalid={Boolean(errors.area)}
                disabled={region === 0 || !districts.data}
                {...register('area', { validate: (value) => value !== '' || t('required') })}
              >
                <option value="">
                  {t(
                    region === 0
                      ? 'address.regionFirst'
                      : districts.data
                        ? 'address.choose'
                        : 'address.loading',
                  )}
                </option>
                {districts.data?.map((each) => (
                  <option key={each.id} value={each.id}>
                    {localized(each.name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Field label={t('address.text')} error={errors.text?.message} hint={t('address.hint')}>
          {({ id, className, describedBy }) => (
            <input
              id={id}
              className={className}
              aria-describedby={describedBy}
              aria-invalid={Boolean(errors.text)}
              autoComplete="street-address"
              maxLength={PROFILE_LIMITS.address}
              {...register('text', {
                validate: (value) => value.trim().length >= SHORTEST || t('required'),
              })}
            />
          )}
        </Field>
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
