import { useTranslation } from 'react-i18next';
import { shareOf } from '#shared/auction/amounts.ts';
import { partSums } from '#shared/trade/part-schedule.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { FractionField, WholeField } from '#client/ui/number-field.tsx';
import writing from '#client/ui/writing.module.css';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import css from './steps.module.css';

/** What is offered first; both are changed at will. */
const FIRST = { months: 12, firstPartBp: 2_500 };

/** Payment by parts: over how many months, and how much at once. */
export function Instalments() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { instalments } = fields;
  return (
    <OrderField field="instalments" below>
      {(errorOf) => (
        <>
          <label className={writing.check}>
            <input
              type="checkbox"
              checked={instalments !== undefined}
              onChange={({ target }) => change({ instalments: target.checked ? FIRST : null })}
            />
            <span>
              {t('field.instalments')}
              <small>{t('hint.instalments')}</small>
            </span>
          </label>
          {instalments ? (
            <div className={css.pair}>
              <WholeField
                label={t('instalments.months')}
                value={instalments.months || undefined}
                onChange={(months) => change({ instalments: { ...instalments, months: months ?? 0 } })}
                error={errorOf('months')}
                most={3}
              />
              <FractionField
                label={t('instalments.firstPart')}
                value={instalments.firstPartBp === 0 ? undefined : instalments.firstPartBp / 100}
                onChange={(percent) =>
                  change({ instalments: { ...instalments, firstPartBp: Math.round((percent ?? 0) * 100) } })
                }
                error={errorOf('firstPartBp')}
                most={6}
              />
            </div>
          ) : null}
          {instalments ? <WhatFollows {...instalments} /> : null}
        </>
      )}
    </OrderField>
  );
}

/** What the seller gets when, at the start price; nothing while the figures are not complete. */
function WhatFollows({ months, firstPartBp }: { months: number; firstPartBp: number }) {
  const { t } = useTranslation('orders');
  const { startPriceTiyin: priceTiyin = 0, choices } = useOrderForm().fields;
  const complete =
    priceTiyin > 0 && months >= 1 && months <= 120 && firstPartBp >= 1 && firstPartBp <= 10_000;
  const depositTiyin = complete ? shareOf(priceTiyin, Math.round((choices?.depositPercent ?? 0) * 100)) : 0;
  const [first = 0, ...later] = complete ? partSums({ priceTiyin, depositTiyin, firstPartBp, months }) : [];
  const last = later.at(-1);
  return (
    <ul className={css.follows}>
      {complete ? (
        <li>
          {last === undefined
            ? t('instalments.whole')
            : t('instalments.sums', {
                count: later.length,
                first: formatMoney(first),
                each: formatMoney(last),
              })}
        </li>
      ) : null}
      <li>{t('instalments.paidOut')}</li>
      <li>{t('instalments.late')}</li>
      <li>{t('instalments.handOver')}</li>
    </ul>
  );
}
