import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import { imagesQuery, type FilePlace } from '#client/entities/file/file-queries.ts';
import { PhotoSection } from '#client/entities/file/photo-section.tsx';
import { TwoTextsField } from '#client/entities/order/two-texts-field.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { MoneyField } from '#client/ui/money-field.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import css from './steps.module.css';

/** Step 1: what everybody has at hand: the name of the thing, its photos and its price. */
export function ThingStep() {
  const { t } = useTranslation('orders');
  const { orderId, fields, change } = useOrderForm();
  const place: FilePlace = { owner: 'order', ownerId: orderId };
  return (
    <>
      <OrderField field="title">
        {(errorOf) => (
          <TwoTextsField
            label={t('field.title')}
            value={fields.title}
            onChange={(title) => change({ title })}
            errorOf={(part) => errorOf(part) ?? errorOf()}
            maxLength={ORDER_LIMITS.title}
            required
          />
        )}
      </OrderField>
      <OrderField field="photos">
        {() => (
          <>
            <PhotoSection place={place} />
            <Missing place={place} />
          </>
        )}
      </OrderField>
      <Price />
    </>
  );
}

/** How many photos are still needed, and whether one of them is the main one. */
function Missing({ place }: { place: FilePlace }) {
  const { t } = useTranslation('orders');
  const { data } = useQuery(imagesQuery(place));
  if (!data) return null;
  const short = IMAGE_LIMITS.minCount - data.items.length;
  const hasMain = data.items.some(({ isMain }) => isMain);
  return (
    <p className={css.note} role="status">
      {short > 0 ? t('photos.short', { short }) : t(hasMain ? 'photos.enough' : 'photos.noMain')}
    </p>
  );
}

function Price() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { startPriceTiyin, tenure, rentMonths, tradeType } = fields;
  const monthlyTiyin =
    tenure === 'rent' && startPriceTiyin ? monthlyRentTiyin(startPriceTiyin, rentMonths ?? null) : null;
  const hint =
    monthlyTiyin !== null
      ? t('hint.monthly', { sum: formatMoney(monthlyTiyin) })
      : t(tradeType === 'fixed-price' ? 'hint.unitPrice' : 'hint.startPrice');
  return (
    <OrderField field="startPriceTiyin">
      {(errorOf) => (
        <MoneyField
          label={t(tradeType === 'fixed-price' ? 'field.unitPrice' : 'field.startPriceTiyin')}
          tiyin={startPriceTiyin ?? null}
          onChange={(tiyin) => change({ startPriceTiyin: tiyin })}
          error={errorOf()}
          hint={hint}
        />
      )}
    </OrderField>
  );
}
