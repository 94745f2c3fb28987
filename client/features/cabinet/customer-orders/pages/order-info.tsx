import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNames } from '#client/lib/dictionary-names.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { formatMoney, formatPercent } from '#client/lib/format/money.ts';
import { Facts, type Fact } from './facts.tsx';
import type { FullOrder } from './full-order.ts';
import { useListName } from '#client/entities/order/use-list-name.ts';
import { useTradeTerms } from './use-trade-terms.ts';

/** Of the rule set, in basis points. */
const PER_PERCENT = 100;

/** Nothing while the value is absent. */
const shown = <Value,>(value: Value | null | undefined, show: (value: Value) => ReactNode): ReactNode =>
  value === null || value === undefined ? null : show(value);

/** What is sold, for how much and on which terms. */
export function OrderInfo({ order: { orderInfo: info } }: { order: FullOrder }) {
  const { t } = useTranslation(['customer-orders', 'card', 'order']);
  const orderType = useNames('order-types');
  const tradeType = useNames('order-methods');
  const ownerType = useListName('owner-types');
  const tenure = useListName('tenures');
  const unit = useListName('units');
  const terms = useTradeTerms(info.choices);
  const field = (key: Parameters<typeof nameOf>[0], value: ReactNode): Fact => ({
    key,
    name: nameOf(key),
    value,
  });
  const nameOf = (
    key:
      | 'ownerType'
      | 'orderType'
      | 'tradeType'
      | 'ruleSet'
      | 'quantity'
      | 'tenure'
      | 'rentMonths'
      | 'startPriceTiyin'
      | 'estimatedPriceTiyin'
      | 'stayDays'
      | 'paymentWorkingDays'
      | 'instalments',
  ) => t(`order:field.${key}`);
  const rent = info.tenure === 'rent';
  const price = shown(info.startPriceTiyin, formatMoney);
  return (
    <>
      <Facts
        title={t('part.trade')}
        facts={[
          field('ownerType', shown(info.ownerType, ownerType)),
          field(
            'orderType',
            shown(info.orderType, (code) => orderType(code) ?? '…'),
          ),
          field(
            'tradeType',
            shown(info.tradeType, (code) => tradeType(code) ?? '…'),
          ),
          field(
            'ruleSet',
            shown(info.ruleSet, (code) => t(`card:ruleSet.${code}`)),
          ),
          ...terms,
        ]}
      />
      <Facts
        title={t('part.price')}
        facts={[
          field('startPriceTiyin', price),
          field('estimatedPriceTiyin', shown(info.estimatedPriceTiyin, formatMoney)),
          field(
            'quantity',
            shown(info.quantity, (count) =>
              `${formatCount(count)} ${info.unit ? unit(info.unit) : ''}`.trim(),
            ),
          ),
          field('tenure', shown(info.tenure, tenure)),
          ...(rent
            ? [
                field(
                  'rentMonths',
                  shown(info.rentMonths, (count) => t('months', { count })),
                ),
                {
                  key: 'monthly',
                  name: t('monthly'),
                  value: shown(info.monthlyPriceTiyin, formatMoney),
                },
              ]
            : []),
          field(
            'stayDays',
            shown(info.stayDays, (days) =>
              days === 'until-sold' ? t('untilSold') : t('days', { count: days }),
            ),
          ),
          field(
            'paymentWorkingDays',
            shown(info.paymentWorkingDays, (count) => t('workingDays', { count })),
          ),
          field(
            'instalments',
            info.instalments
              ? t('byParts', {
                  count: info.instalments.months,
                  percent: formatPercent(info.instalments.firstPartBp / PER_PERCENT),
                })
              : t('atOnce'),
          ),
          ...(info.sentAtMs === null
            ? []
            : [{ key: 'sent', name: t('sentAt'), value: formatDateTime(info.sentAtMs) }]),
        ]}
      />
    </>
  );
}
