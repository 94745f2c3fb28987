import { useTranslation } from 'react-i18next';
import { showPhone } from '#shared/validation/phone.ts';
import type { TwoTexts } from '#shared/orders/order-fields.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { PlaceMap } from '#client/ui/map/place-map.tsx';
import { Facts, type Fact } from './facts.tsx';
import type { FullOrder } from './full-order.ts';
import { useListName } from '#client/entities/order/use-list-name.ts';
import { WrittenText } from './written-text.tsx';
import css from '../customer-orders.module.css';

/** What the property is and where: texts in both languages as they were written. */
export function PropertyInfo({ order: { propertyInfo: info } }: { order: FullOrder }) {
  const { t } = useTranslation(['customer-orders', 'order']);
  const localized = useLocalized();
  const categoryType = useListName('category-types');
  const propertyType = useListName('property-types');
  const written = (
    key: 'title' | 'description' | 'extraDescription' | 'address',
    text: TwoTexts | undefined,
  ): Fact => ({
    key,
    name: t(`order:field.${key}`),
    value: text && (text.uz || text.ru) ? <WrittenText text={text} /> : null,
    wide: true,
  });
  const category = [info.group, info.category].flatMap((name) => (name ? [localized(name)] : []));
  const place = [info.region, info.area].flatMap((name) => (name ? [localized(name)] : []));
  const { latitude, longitude } = info;
  return (
    <>
      <Facts
        title={t('part.property')}
        facts={[
          written('title', info.title),
          { key: 'category', name: t('order:field.categoryId'), value: category.join(' · ') || null },
          {
            key: 'categoryType',
            name: t('order:field.categoryType'),
            value: info.categoryType ? categoryType(info.categoryType) : null,
          },
          {
            key: 'propertyType',
            name: t('order:field.propertyType'),
            value: info.propertyType ? propertyType(info.propertyType) : null,
          },
          ...info.facts.map(({ label, value }, i) => ({
            key: `fact-${i}`,
            name: localized(label),
            value: localized(value),
          })),
          written('description', info.description),
          written('extraDescription', info.extraDescription),
        ]}
      />
      <Facts
        title={t('part.place')}
        facts={[
          { key: 'region', name: t('order:field.regionId'), value: place.join(', ') || null },
          written('address', info.address),
          { key: 'phone', name: t('order:field.phone'), value: info.phone ? showPhone(info.phone) : null },
          {
            key: 'extraPhone',
            name: t('order:field.extraPhone'),
            value: info.extraPhone ? showPhone(info.extraPhone) : null,
          },
          { key: 'email', name: t('order:field.email'), value: info.email || null },
        ]}
      />
      {latitude === undefined || longitude === undefined ? null : (
        <section className={css.card} aria-labelledby="order-place">
          <h2 id="order-place">{t('order:field.latitude')}</h2>
          <PlaceMap latitude={latitude} longitude={longitude} label={place.join(', ')} />
        </section>
      )}
    </>
  );
}
