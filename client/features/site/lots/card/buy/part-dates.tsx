import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PartList } from '#client/entities/sale/part-list.tsx';
import { partPlanQuery } from '#client/entities/sale/part-plan-query.ts';
import { PartTerms } from '#client/entities/sale/part-terms.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';

/** When the parts of this price are due if its first one is paid now, and the terms. Needs `parts` texts. */
export default function PartDates({ lotId, priceTiyin }: { lotId: number; priceTiyin: number }) {
  const { t } = useTranslation('parts');
  // Who chooses says what could not be asked for.
  const { data } = useQuery(partPlanQuery(lotId, priceTiyin));
  if (!data) return <Skeleton height={180} />;
  return (
    <div>
      <PartList
        label={t('plan.title')}
        parts={data.ifNow.parts.map((part) => ({ ...part, atOnce: part.k === 0 }))}
      />
      <p className={layout.mutedMedium}>{t('plan.notBinding')}</p>
      <PartTerms terms={data} />
    </div>
  );
}
