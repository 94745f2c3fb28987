import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import parts from './parts.module.css';
import css from './prices-or-chart.module.css';

/** On a phone, where one of the two has room above the sheet: which one the page shows. The style sheet does the rest. */
export function PricesOrChart() {
  const { t } = useTranslation('room-later');
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend className={parts.srOnly}>{t('shown.label')}</legend>
      <label>
        <input type="radio" name={name} defaultChecked /> {t('shown.prices')}
      </label>
      <label>
        <input type="radio" name={name} data-shows="chart" /> {t('shown.chart')}
      </label>
    </fieldset>
  );
}
