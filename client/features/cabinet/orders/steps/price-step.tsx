import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { TENURES } from '#shared/trade/rent.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { WholeField } from '#client/ui/number-field.tsx';
import writing from '#client/ui/writing.module.css';
import { MoreFields } from '../fields/more-fields.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm, type OrderForm } from '../order-form.tsx';
import { Instalments } from './instalments.tsx';
import { TradeTerms } from './trade-terms.tsx';

/** Step 5: what the price is for, and how trade goes. */
export function PriceStep() {
  const { fields } = useOrderForm();
  const isState = fields.orderType === 'state';
  return (
    <>
      <Tenure />
      {isState ? <Estimate /> : null}
      <Stay />
      <PaymentDays />
      <TradeTerms />
      <MoreFields fields={isState ? ['instalments'] : ['estimatedPriceTiyin', 'instalments']}>
        {isState ? null : <Estimate />}
        <Instalments />
      </MoreFields>
    </>
  );
}

function Tenure() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { tenure, rentMonths } = fields;
  return (
    <>
      <OrderField field="tenure" below>
        {() => (
          <ChoiceField<NonNullable<typeof tenure> | ''>
            label={t('field.tenure')}
            value={tenure ?? ''}
            onChange={(value) =>
              value !== '' &&
              change({ tenure: value, ...(value === 'ownership' ? { rentMonths: null } : {}) })
            }
            options={TENURES.map((value) => ({ value, label: t(`tenure.${value}`) }))}
          />
        )}
      </OrderField>
      {tenure === 'rent' ? (
        <OrderField field="rentMonths">
          {(errorOf) => (
            <WholeField
              label={t('field.rentMonths')}
              value={rentMonths}
              onChange={(months) => change({ rentMonths: months })}
              error={errorOf()}
              most={3}
              hint={t('hint.rentMonths')}
            />
          )}
        </OrderField>
      ) : null}
    </>
  );
}

function Estimate() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { orderType } = fields;
  return (
    <>
      <OrderField field="estimatedPriceTiyin">
        {(errorOf) => (
          <MoneyField
            label={t(orderType === 'state' ? 'field.estimatedPriceTiyin' : 'field.estimateOptional')}
            tiyin={fields.estimatedPriceTiyin ?? null}
            onChange={(tiyin) => change({ estimatedPriceTiyin: tiyin })}
            error={errorOf()}
            hint={t('hint.estimate')}
          />
        )}
      </OrderField>
      {orderType === 'state' ? (
        <OrderField field="belowEstimateAllowed" below>
          {() => (
            <label className={writing.check}>
              <input
                type="checkbox"
                checked={fields.belowEstimateAllowed ?? false}
                onChange={({ target }) => change({ belowEstimateAllowed: target.checked || null })}
              />
              <span>{t('field.belowEstimateAllowed')}</span>
            </label>
          )}
        </OrderField>
      ) : null}
    </>
  );
}

function Stay() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { stayDays } = fields;
  // "Some days" is chosen before a number of them is written.
  const [counting, setCounting] = useState(typeof stayDays === 'number');
  const kind = stayDays === 'until-sold' ? 'until-sold' : counting || stayDays !== undefined ? 'days' : '';
  return (
    <OrderField field="stayDays" below={kind !== 'days'}>
      {(errorOf) => (
        <>
          <ChoiceField<'days' | 'until-sold' | ''>
            label={t('field.stayDays')}
            value={kind}
            onChange={(value) => {
              setCounting(value === 'days');
              change({ stayDays: value === 'until-sold' ? 'until-sold' : null });
            }}
            options={[
              { value: 'days', label: t('stay.days'), hint: t('stay.daysHint') },
              { value: 'until-sold', label: t('stay.untilSold'), hint: t('stay.untilSoldHint') },
            ]}
          />
          {kind === 'days' ? (
            <WholeField
              label={t('stay.howMany', { min: ORDER_LIMITS.stayDaysMin, max: ORDER_LIMITS.stayDays })}
              value={typeof stayDays === 'number' ? stayDays : undefined}
              onChange={(days) => change({ stayDays: days })}
              error={errorOf()}
              most={3}
            />
          ) : null}
        </>
      )}
    </OrderField>
  );
}

/** What the rule set leaves, or the law before one is chosen. */
function daysOffered({ details }: OrderForm): number[] {
  const { paymentDaysMin: least, paymentDays: most } = ORDER_LIMITS;
  const { min, max } = details.paymentDays ?? { min: least, max: most };
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}

function PaymentDays() {
  const { t } = useTranslation('orders');
  const form = useOrderForm();
  const { fields, change } = form;
  const chosen = fields.paymentWorkingDays;
  const offered = daysOffered(form);
  return (
    <OrderField field="paymentWorkingDays">
      {(errorOf) => (
        <OptionsField
          label={t('field.paymentWorkingDays')}
          hint={t('hint.paymentWorkingDays', { days: [...new Set([offered[0], offered.at(-1)])].join('–') })}
          error={errorOf()}
          value={chosen ?? ''}
          onChange={({ target }) =>
            change({ paymentWorkingDays: target.value === '' ? null : Number(target.value) })
          }
        >
          <option value="">{t('choice.choose')}</option>
          {/* Chosen under another rule set: it is named, with what is wrong with it, and not offered again. */}
          {chosen !== undefined && !offered.includes(chosen) ? (
            <option value={chosen} disabled>
              {t('days', { count: chosen })}
            </option>
          ) : null}
          {offered.map((days) => (
            <option key={days} value={days}>
              {t('days', { count: days })}
            </option>
          ))}
        </OptionsField>
      )}
    </OrderField>
  );
}
