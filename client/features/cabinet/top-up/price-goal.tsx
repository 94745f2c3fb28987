import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { limitTerms } from '#client/entities/application/deposit-limit.ts';
import { formatMoney, formatPercent } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyField } from '#client/ui/money-field.tsx';
import { goalPrices, priceForSum, sumForPrice, type Goal } from './price-goals.ts';
import css from './top-up.module.css';

interface PriceGoalProps {
  goal: Goal;
  /** The price that was asked for; null: none, or a sum was typed instead. */
  priceTiyin: number | null;
  onChoose: (priceTiyin: number | null) => void;
}

/** How high one wants to go in the auction that the money is for: typed, or one of a few prices with the sum each takes. */
export function PriceGoal({ goal, priceTiyin, onChoose }: PriceGoalProps) {
  const { t } = useTranslation('payments');
  const localized = useLocalized();
  const { lot } = goal;
  return (
    <section className={css.goal} aria-labelledby="top-up-goal">
      <h2 id="top-up-goal">{t('topUp.goal.title')}</h2>
      <p className={css.about}>
        {t('topUp.goal.about', {
          lot: localized(lot.title),
          percent: formatPercent(limitTerms(lot)?.limitPercent ?? 0),
          deposit: formatMoney(lot.depositTiyin),
        })}
      </p>
      <div className={css.sum}>
        <MoneyField label={t('topUp.goal.price')} tiyin={priceTiyin} onChange={onChoose} />
        <div className={css.quick} role="group" aria-label={t('topUp.goal.chips')}>
          {goalPrices(goal).map((each) => (
            <button
              key={each.priceTiyin}
              type="button"
              aria-pressed={each.priceTiyin === priceTiyin}
              onClick={() => onChoose(each.priceTiyin)}
            >
              {t('topUp.goal.chip', { price: formatMoney(each.priceTiyin) })}
              <small>{t('topUp.goal.chipSum', { sum: formatMoney(each.sumTiyin) })}</small>
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}

/** How high the sum carries, or that nothing has to be added for the price that was asked for. */
export function GoalReach({
  goal,
  priceTiyin,
  amountTiyin,
}: Pick<PriceGoalProps, 'goal' | 'priceTiyin'> & { amountTiyin: number | null }) {
  const { t } = useTranslation('payments');
  const { lot } = goal;
  if (priceTiyin !== null && sumForPrice(goal, priceTiyin) === 0)
    return (
      <p className={css.reach} role="status">
        {t('topUp.goal.already', { price: formatMoney(priceTiyin) })}{' '}
        <Link to={paths.lotView(lot.id)}>{t('topUp.goal.back')}</Link>
      </p>
    );
  const reach = amountTiyin === null ? null : priceForSum(goal, amountTiyin);
  return (
    <p className={css.reach} role="status">
      {amountTiyin === null
        ? null
        : reach === null
          ? t('topUp.goal.short', { deposit: formatMoney(lot.depositTiyin) })
          : t('topUp.goal.carries', { price: formatMoney(reach) })}
    </p>
  );
}
