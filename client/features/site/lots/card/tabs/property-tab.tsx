import { useTranslation } from 'react-i18next';
import type { LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { PlaceMap } from '#client/ui/map/place-map.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadedTab, Row, Rows } from './loaded-tab.tsx';
import css from '../card.module.css';

type PropertyDetails = Extract<LotTabDetails, { tab: 'property' }>;

/** Makes, models and numbers read the same in Uzbek and in Russian: browsers must not translate them. */
const isName = ({ uz, ru }: LocalizedText): boolean => uz === ru;

/** What is sold and where it is. */
export default function PropertyTab({ lotId }: { lotId: number }) {
  return (
    <LoadedTab lotId={lotId} tab="property">
      {(property) => <Property property={property} />}
    </LoadedTab>
  );
}

function Property({ property }: { property: PropertyDetails }) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  const { area, tenure, unit, propertyType, categoryType, latitude, longitude } = property;
  const address = localized(property.address);
  return (
    <>
      <p className={css.description}>{localized(property.description)}</p>
      <Rows>
        {property.facts.map((fact) => (
          <Row key={fact.label.uz} label={localized(fact.label)}>
            {isName(fact.value) ? <span translate="no">{localized(fact.value)}</span> : localized(fact.value)}
          </Row>
        ))}
        <Row label={t('lots:filter.category')}>
          {localized(property.group)}, {localized(property.category)}
        </Row>
        {propertyType ? <Row label={t('fact.propertyType')}>{localized(propertyType)}</Row> : null}
        {categoryType ? <Row label={t('fact.categoryType')}>{localized(categoryType)}</Row> : null}
        <Row label={t('tenure.label')}>
          {tenure.kind === 'ownership'
            ? t('tenure.ownership')
            : tenure.months === null
              ? t('tenure.rentInPapers')
              : t('tenure.rent', { count: tenure.months })}
        </Row>
        <Row label={t('fact.quantity')}>
          {formatCount(property.quantity)} {unit ? localized(unit) : null}
        </Row>
        <Row label={t('lots:filter.region')}>{localized(property.region)}</Row>
        {area ? <Row label={t('area')}>{localized(area)}</Row> : null}
        <Row label={t('fact.address')}>{address}</Row>
      </Rows>
      <h2 className={css.subTitle}>{t('place')}</h2>
      {latitude === null || longitude === null ? (
        <p className={layout.mutedMedium}>{t('noPlace')}</p>
      ) : (
        <PlaceMap latitude={latitude} longitude={longitude} label={address} />
      )}
    </>
  );
}
