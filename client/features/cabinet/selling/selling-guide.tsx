import { useTranslation } from 'react-i18next';
import { useNames } from '#client/lib/dictionary-names.ts';
import layout from '#client/ui/layout.module.css';
import { PropertyRequirements } from './property-requirements.tsx';
import css from './selling.module.css';

/** States of an order, each after the one before it. */
const WAY = ['created', 'sent', 'approved', 'on-trade', 'traded', 'awaiting-payment', 'finished'] as const;
/** Where the way may turn off or end. */
const ASIDE = ['returned', 'rejected', 'cancelled'] as const;

/** What will be asked about a property, and the states its order goes through. */
export default function SellingGuide() {
  return (
    <div className={css.guide}>
      <PropertyRequirements />
      <OrderWay />
    </div>
  );
}

function OrderWay() {
  const { t } = useTranslation('selling');
  const names = useNames('order-statuses');
  const step = (code: (typeof WAY | typeof ASIDE)[number]) => (
    <li key={code}>
      <strong>{names(code) ?? t(`way.name.${code}`)}</strong>
      <span>{t(`way.text.${code}`)}</span>
    </li>
  );
  return (
    <section className={css.part} aria-labelledby="order-way">
      <h3 id="order-way">{t('way.title')}</h3>
      <p className={layout.mutedMedium}>{t('way.lead')}</p>
      <ol className={css.way}>{WAY.map(step)}</ol>
      <h4>{t('way.aside')}</h4>
      <ul className={css.aside}>{ASIDE.map(step)}</ul>
    </section>
  );
}
