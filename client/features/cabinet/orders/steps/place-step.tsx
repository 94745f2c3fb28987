import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import { PhoneField } from '#client/ui/input-filters/fields.tsx';
import { dialled, phone as phoneFilter } from '#client/ui/input-filters/phone.ts';
import { MoreFields } from '../fields/more-fields.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { TwoTextsField } from '#client/entities/order/two-texts-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { areasQuery, regionsQuery } from '../order-queries.ts';
import { PointFields } from './point-fields.tsx';
import css from './steps.module.css';

/** Step 4: where the property is, and how to reach its seller. */
export function PlaceStep() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  return (
    <>
      <div className={css.pair}>
        <RegionField />
        <AreaField />
      </div>
      <OrderField field="address">
        {(errorOf) => (
          <TwoTextsField
            label={t('field.address')}
            value={fields.address}
            onChange={(address) => change({ address })}
            errorOf={(part) => errorOf(part) ?? errorOf()}
            maxLength={ORDER_LIMITS.address}
            required
          />
        )}
      </OrderField>
      <PointFields />
      <fieldset className={css.group}>
        <legend>{t('place.contacts')}</legend>
        <PhoneOf field="phone" />
        <MoreFields fields={['extraPhone', 'email']}>
          <PhoneOf field="extraPhone" />
          <OrderField field="email">
            {(errorOf) => (
              <InputField
                label={t('field.email')}
                type="email"
                inputMode="email"
                autoComplete="email"
                maxLength={254}
                value={fields.email ?? ''}
                onChange={({ target }) => change({ email: target.value === '' ? null : target.value })}
                error={errorOf()}
              />
            )}
          </OrderField>
        </MoreFields>
      </fieldset>
    </>
  );
}

function RegionField() {
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { fields, change } = useOrderForm();
  const { data, isError } = useQuery(regionsQuery);
  return (
    <OrderField field="regionId">
      {(errorOf) => (
        <OptionsField
          label={t('field.regionId')}
          error={errorOf()}
          value={data ? (fields.regionId ?? '') : ''}
          disabled={!data}
          onChange={({ target }) =>
            change({ regionId: target.value === '' ? null : Number(target.value), areaId: null })
          }
        >
          <option value="">{t(data ? 'choice.choose' : isError ? 'choice.failed' : 'choice.loading')}</option>
          {data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {localized(name)}
            </option>
          ))}
        </OptionsField>
      )}
    </OrderField>
  );
}

function AreaField() {
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { fields, change } = useOrderForm();
  const { data, isError } = useQuery(areasQuery(fields.regionId));
  const empty =
    fields.regionId === undefined
      ? 'place.regionFirst'
      : data
        ? 'choice.choose'
        : isError
          ? 'choice.failed'
          : 'choice.loading';
  return (
    <OrderField field="areaId">
      {(errorOf) => (
        <OptionsField
          label={t('field.areaId')}
          error={errorOf()}
          value={data ? (fields.areaId ?? '') : ''}
          disabled={!data}
          onChange={({ target }) => change({ areaId: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">{t(empty)}</option>
          {data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {localized(name)}
            </option>
          ))}
        </OptionsField>
      )}
    </OrderField>
  );
}

function PhoneOf({ field }: { field: 'phone' | 'extraPhone' }) {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  return (
    <OrderField field={field}>
      {(errorOf) => (
        <PhoneField
          label={t(`field.${field}`)}
          value={phoneFilter.show(fields[field] ?? '')}
          onChange={(text) => change({ [field]: dialled(text) || null })}
          error={errorOf()}
        />
      )}
    </OrderField>
  );
}
