import { useTranslation } from 'react-i18next';
import type { TermsPreview } from '#shared/api/console/reference-proposals.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { formatMoney, formatPercent } from '#client/lib/format/money.ts';
import css from './console-reference.module.css';

interface TermsTableProps {
  before: TermsPreview | null;
  /** undefined: the figures cannot be computed with yet. */
  after: TermsPreview | null | undefined;
}

/** What a start price becomes by the version in force and by the new one, side by side. */
export function TermsTable({ before, after }: TermsTableProps) {
  const { t } = useTranslation('console-rule-sets');
  const rows: [name: string, value: (terms: TermsPreview) => string][] = [
    [t('terms.first'), ({ firstPriceTiyin }) => formatMoney(firstPriceTiyin)],
    [
      t('terms.deposit'),
      ({ depositTiyin, depositBp }) => `${formatMoney(depositTiyin)} (${formatPercent(depositBp / 100)})`,
    ],
    [
      t('terms.prices'),
      ({ prices }) =>
        prices
          .map(({ priceTiyin, incrementTiyin }, at) =>
            t('terms.price', {
              number: at + 1,
              price: formatMoney(priceTiyin),
              raise: formatMoney(incrementTiyin),
            }),
          )
          .join('\n'),
    ],
    [
      t('terms.most'),
      ({ prices: [first], mostAutoBidTiyin }) =>
        first === undefined || first.mostTiyin === null || mostAutoBidTiyin === null
          ? t('terms.noLimit')
          : t('terms.mostOf', {
              offer: formatMoney(first.mostTiyin),
              autoBid: formatMoney(mostAutoBidTiyin),
            }),
    ],
    [
      t('terms.limit'),
      ({ limitTiyin }) => (limitTiyin === null ? t('terms.noLimit') : formatMoney(limitTiyin)),
    ],
    [
      t('terms.window'),
      ({ opensAtMs, closesAtMs }) =>
        opensAtMs === null || closesAtMs === null
          ? t('terms.ownWindow')
          : `${formatDateTimeShort(opensAtMs)} – ${formatDateTimeShort(closesAtMs)}`,
    ],
    [
      t('terms.overtime'),
      ({ overtime }) =>
        overtime === null
          ? t('terms.noOvertime')
          : [
              t('terms.overtimeOf', {
                window: formatDuration(overtime.windowMs),
                added: formatDuration(overtime.addedMs),
              }),
              overtime.latestMs === null
                ? t('terms.noLatest')
                : t('terms.latest', { time: formatDuration(overtime.latestMs) }),
            ].join('\n'),
    ],
    [
      t('terms.payment'),
      ({ paymentWorkingDays, payUntilMs }) =>
        t('terms.workingDays', { count: paymentWorkingDays }) +
        (payUntilMs === null ? '' : `, ${formatDateTimeShort(payUntilMs)}`),
    ],
    [
      t('terms.penalties'),
      ({ depositTiyin, forfeitTo, lateFeeTiyin }) =>
        [
          t('terms.forfeit', { sum: formatMoney(depositTiyin), who: t(`option.${forfeitTo}`) }),
          lateFeeTiyin === 0 ? t('terms.noLateFee') : t('terms.lateFee', { sum: formatMoney(lateFeeTiyin) }),
        ].join('\n'),
    ],
    [t('terms.fee'), ({ feeTiyin }) => formatMoney(feeTiyin)],
    [
      t('terms.shares'),
      ({ shares }) =>
        shares
          .map(
            ({ holderName, amountTiyin }) =>
              `${holderName ?? t('shares.seller')}: ${formatMoney(amountTiyin)}`,
          )
          .join('\n'),
    ],
  ];
  // That there is no such lot is said once, in the first row.
  const cell = (
    terms: TermsPreview | null | undefined,
    value: (terms: TermsPreview) => string,
    first: boolean,
  ) => (terms ? value(terms) : terms === undefined ? '…' : first ? t('terms.impossible') : '—');
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('terms.title')}>
      <table className={css.compare}>
        <thead>
          <tr>
            <th scope="col">{t('terms.what')}</th>
            <th scope="col">{t('terms.before')}</th>
            <th scope="col">{t('terms.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value], at) => {
            const [old, next] = [cell(before, value, at === 0), cell(after, value, at === 0)];
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{old}</td>
                <td data-changed={after !== undefined && old !== next}>{next}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
