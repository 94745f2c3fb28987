import { useTranslation } from 'react-i18next';
import type { StatementPreview } from '#shared/api/console/bank-statements.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Differences } from './differences.tsx';
import { RefusedRowsList } from './refused-rows.tsx';
import type { ChosenStatement } from './send-statement.ts';
import { shownDay } from './shown-day.ts';
import css from './console-statements.module.css';

/** What a file would add: its statements with their sums, its differences, refused rows and first lines. */
export function Preview({ preview, chosen }: { preview: StatementPreview; chosen: ChosenStatement }) {
  const { t } = useTranslation('console-statements');
  const { statements, differences, refused, refusedCount, lines, lineCount, knownCount } = preview;
  return (
    <div className={css.preview}>
      {statements.map((each) => (
        <section key={`${each.number}-${each.fromDay}-${each.openingTiyin}`} className={css.summary}>
          <strong>{each.account ?? '—'}</strong>
          {each.fromDay && each.toDay ? (
            <span>{t('statement.days', { from: shownDay(each.fromDay), to: shownDay(each.toDay) })}</span>
          ) : null}
          {each.openingTiyin === null ? null : (
            <span>{t('statement.opening', { sum: formatMoney(each.openingTiyin) })}</span>
          )}
          <span>{t('statement.came', { sum: formatMoney(each.creditTiyin) })}</span>
          <span>{t('statement.left', { sum: formatMoney(each.debitTiyin) })}</span>
          {each.closingTiyin === null ? null : (
            <span>{t('statement.closing', { sum: formatMoney(each.closingTiyin) })}</span>
          )}
        </section>
      ))}
      <p>{t('preview.lines', { count: lineCount, known: knownCount })}</p>
      {lineCount > 0 && knownCount === lineCount ? (
        <p className={css.waiting}>{t('preview.nothingNew')}</p>
      ) : null}
      {differences.length === 0 ? (
        <p className={css.agrees}>{t('preview.agrees')}</p>
      ) : (
        <section>
          <h3>{t('preview.differences')}</h3>
          <Differences differences={differences} />
        </section>
      )}
      {refusedCount === 0 ? null : <RefusedRowsList refused={refused} chosen={chosen} />}
      {lines.length === 0 ? null : (
        <section>
          <h3>{t('preview.first', { count: lines.length })}</h3>
          <ol className={css.lines}>
            {lines.map((line) => (
              <li key={line.row} data-known={line.known}>
                <span>
                  {shownDay(line.bookedOn)} · {t(`filter.${line.side}`)}
                  {line.known ? ` · ${t('preview.known')}` : ''}
                </span>
                <MoneyText tiyin={line.amountTiyin} />
                <small>{[line.partyName, line.purpose].filter(Boolean).join(' · ')}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
