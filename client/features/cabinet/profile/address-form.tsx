import { queryOptions, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PROFILE_LIMITS, setAddress, type Profile } from '#shared/api/cabinet/profile.ts';
import { areas, regions } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import { Card } from './card.tsx';
import { useProfileChange } from './profile-query.ts';
import { SavedForm } from './saved-form.tsx';
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
  const places = useQuery(regionsQuery);
  const values = {
    region: String(address?.regionId ?? ''),
    area: String(address?.areaId ?? ''),
    text: address?.text ?? '',
  };
  const form = useForm<Fields>({ defaultValues: values, values, mode: 'onTouched' });
  const { register, watch, setValue } = form;
  const region = Number(watch('region'));
  const districts = useQuery(areasQuery(region));
  const save = useProfileChange((fields: Fields) =>
    call(setAddress, {
      body: { regionId: Number(fields.region), areaId: Number(fields.area), text: fields.text.trim() },
    }),
  );
  const { errors } = form.formState;
  // A select whose options are on their way shows the stored value once they are there.
  const ready = places.data && (region === 0 || districts.data);
  return (
    <Card id="address" title={t('address.title')} lead={t('address.lead')}>
      <SavedForm form={form} save={save}>
        <div className={css.pair}>
          <OptionsField
            key={places.data ? 'regions' : 'no-regions'}
            label={t('address.region')}
            error={errors.region?.message}
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
          </OptionsField>
          <OptionsField
            key={ready ? `areas-${region}` : 'no-areas'}
            label={t('address.area')}
            error={errors.area?.message}
            disabled={region === 0 || !districts.data}
            {...register('area', { validate: (value) => value !== '' || t('required') })}
          >
            <option value="">
              {t(
                region === 0 ? 'address.regionFirst' : districts.data ? 'address.choose' : 'address.loading',
              )}
            </option>
            {districts.data?.map((each) => (
              <option key={each.id} value={each.id}>
                {localized(each.name)}
              </option>
            ))}
          </OptionsField>
        </div>
        <InputField
          label={t('address.text')}
          error={errors.text?.message}
          hint={t('address.hint')}
          autoComplete="street-address"
          maxLength={PROFILE_LIMITS.address}
          {...register('text', {
            validate: (value) => value.trim().length >= SHORTEST || t('required'),
          })}
        />
      </SavedForm>
    </Card>
  );
}
