import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderCategories } from '#shared/api/cabinet/order-questions.ts';
import { ORDER_TYPES, type OrderType } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Field } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { CategoryFields } from './category-fields.tsx';
import css from './selling.module.css';

/** Kinds of property are added a few times a year. */
const HOUR_MS = 3_600_000;

/** Order type, then a category allowed for it, then what is asked there. */
export function PropertyRequirements() {
  const { t } = useTranslation('selling');
  const localized = useLocalized();
  const [orderType, setOrderType] = useState<OrderType>('private');
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: ['order-categories', orderType],
    queryFn: () => call(orderCategories, { query: { orderType } }),
    staleTime: HOUR_MS,
    ...recovering(),
  });
  const category = data?.flatMap((group) => group.categories).find(({ id }) => id === chosen);
  return (
    <section className={css.part} aria-labelledby="property-asked">
      <h3 id="property-asked">{t('asked.title')}</h3>
      <OrderTypes value={orderType} onChange={setOrderType} />
      {isError && !data ? (
        <p className={css.failed} role="alert">
          {t('asked.categoriesFailed')}{' '}
          <button type="button" onClick={() => void refetch()}>
            {t('ui:error.retry')}
          </button>
        </p>
      ) : null}
      <Field label={t('asked.category')}>
        {(ids) => (
          <select
            {...ids}
            value={category?.id ?? ''}
            disabled={!data}
            onChange={({ target }) => setChosen(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{t(data || isError ? 'asked.choose' : 'asked.loading')}</option>
            {data?.map((group) => (
              <optgroup key={group.id} label={localized(group.name)}>
                {group.categories.map(({ id: each, name }) => (
                  <option key={each} value={each}>
                    {localized(name)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {category ? (
        <CategoryFields category={category.id} name={localized(category.name)} />
      ) : (
        <p className={layout.mutedMedium}>{t('asked.hint')}</p>
      )}
      <p className={css.beside}>{t('asked.beside')}</p>
    </section>
  );
}

function OrderTypes({ value, onChange }: { value: OrderType; onChange: (type: OrderType) => void }) {
  const { t } = useTranslation(['selling', 'lots']);
  const names = useNames('order-types');
  const group = useId();
  return (
    <fieldset className={css.types}>
      <legend>{t('asked.orderType')}</legend>
      {ORDER_TYPES.toReversed().map((type) => (
        <label key={type}>
          <input type="radio" name={group} checked={type === value} onChange={() => onChange(type)} />
          <span>{names(type) ?? t(`lots:orderType.${type}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
