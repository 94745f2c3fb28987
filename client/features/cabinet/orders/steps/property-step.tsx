import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CATEGORY_TYPES, PROPERTY_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { OptionsField } from '#client/ui/input-field.tsx';
import { ListField } from '../fields/list-field.tsx';
import { MoreFields } from '../fields/more-fields.tsx';
import { WholeField } from '#client/ui/number-field.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { TwoTextsField } from '#client/entities/order/two-texts-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { categoriesQuery } from '../order-queries.ts';
import { Facts } from './facts.tsx';
import css from './steps.module.css';

/** The one of the names, or null: a list of the server may be newer than this page. */
const named = <Name extends string>(names: readonly Name[], text: string | null): Name | null =>
  names.find((name) => name === text) ?? null;

/** Step 3: what is sold, in the words of its category. */
export function PropertyStep() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const category = useCategories().find(({ id }) => id === fields.categoryId);
  return (
    <>
      <CategoryField />
      <Facts />
      <div className={css.pair}>
        <OrderField field="propertyType">
          {(errorOf) => (
            <ListField
              label={t('field.propertyType')}
              name="property-types"
              only={category?.propertyTypes}
              value={fields.propertyType}
              onChange={(id) => change({ propertyType: named(PROPERTY_TYPES, id) })}
              error={errorOf()}
            />
          )}
        </OrderField>
        <OrderField field="categoryType">
          {(errorOf) => (
            <ListField
              label={t('field.categoryType')}
              name="category-types"
              value={fields.categoryType}
              onChange={(id) => change({ categoryType: named(CATEGORY_TYPES, id) })}
              error={errorOf()}
            />
          )}
        </OrderField>
      </div>
      <OrderField field="description">
        {(errorOf) => (
          <TwoTextsField
            long
            label={t('field.description')}
            value={fields.description}
            onChange={(description) => change({ description })}
            errorOf={(part) => errorOf(part) ?? errorOf()}
            maxLength={ORDER_LIMITS.description}
            hint={t('hint.description')}
            required
          />
        )}
      </OrderField>
      <div className={css.pair}>
        <OrderField field="quantity">
          {(errorOf) => (
            <WholeField
              label={t('field.quantity')}
              value={fields.quantity}
              onChange={(quantity) => change({ quantity })}
              error={errorOf()}
              most={7}
              hint={t(fields.tradeType === 'fixed-price' ? 'hint.quantityFixed' : 'hint.quantity')}
            />
          )}
        </OrderField>
        <OrderField field="unit">
          {(errorOf) => (
            <ListField
              label={t('field.unit')}
              name="units"
              value={fields.unit}
              onChange={(unit) => change({ unit })}
              error={errorOf()}
            />
          )}
        </OrderField>
      </div>
      <MoreFields fields={['extraDescription']}>
        <OrderField field="extraDescription">
          {(errorOf) => (
            <TwoTextsField
              long
              label={t('field.extraDescription')}
              value={fields.extraDescription}
              onChange={(extraDescription) => change({ extraDescription })}
              errorOf={(part) => errorOf(part) ?? errorOf()}
              maxLength={ORDER_LIMITS.extraDescription}
              hint={t('hint.extraDescription')}
            />
          )}
        </OrderField>
      </MoreFields>
    </>
  );
}

/** Those in which property of this kind of order is sold; none until they are loaded. */
function useCategories() {
  const { fields } = useOrderForm();
  const { data } = useQuery(categoriesQuery(fields.orderType ?? 'private'));
  return data?.flatMap(({ categories }) => categories) ?? [];
}

function CategoryField() {
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { fields, change } = useOrderForm();
  const { data, isError } = useQuery(categoriesQuery(fields.orderType ?? 'private'));
  const categories = useCategories();
  const known = categories.some(({ id }) => id === fields.categoryId);
  const choose = (value: string) => {
    const chosen = categories.find(({ id }) => String(id) === value);
    // What is asked of one category is not asked of another.
    const next = { categoryId: chosen?.id ?? null, facts: null };
    const { propertyType } = fields;
    const agrees = !chosen || (propertyType !== undefined && chosen.propertyTypes.includes(propertyType));
    change(agrees ? next : { ...next, propertyType: chosen.propertyTypes[0] ?? null });
  };
  return (
    <OrderField field="categoryId">
      {(errorOf) => (
        <OptionsField
          label={t('field.categoryId')}
          error={errorOf()}
          value={known ? fields.categoryId : ''}
          disabled={!data}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{t(data ? 'choice.choose' : isError ? 'choice.failed' : 'choice.loading')}</option>
          {data?.map((group) => (
            <optgroup key={group.id} label={localized(group.name)}>
              {group.categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {localized(name)}
                </option>
              ))}
            </optgroup>
          ))}
        </OptionsField>
      )}
    </OrderField>
  );
}
