import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import type { PartPlanProps } from './part-plan.tsx';
import css from './parts-fact.module.css';

const PartPlan = lazyDialog<PartPlanProps>(() => import('./part-plan.tsx'), ['parts']);

interface PartsFactProps {
  lot: Pick<LotDetails, 'id' | 'instalmentMonths' | 'tradeType'>;
  priceTiyin: number;
}

/** That the price may be paid by parts, and the way to their dates and sums; nothing where it may not. */
export function PartsFact({ lot, priceTiyin }: PartsFactProps) {
  const { t } = useTranslation('card');
  const [open, setOpen] = useState(false);
  if (lot.instalmentMonths === null) return null;
  return (
    <div>
      <dt>{t('instalment')}</dt>
      <dd>
        {t('byParts', { count: lot.instalmentMonths })}{' '}
        <button type="button" className={css.schedule} onClick={() => setOpen(true)}>
          {t('schedule')}
        </button>
        {open ? (
          <PartPlan
            lotId={lot.id}
            priceTiyin={priceTiyin}
            fixed={lot.tradeType === 'fixed-price'}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </dd>
    </div>
  );
}
