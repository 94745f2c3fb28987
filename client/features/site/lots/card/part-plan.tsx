import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { PartList } from '#client/entities/sale/part-list.tsx';
import { partPlanQuery } from '#client/entities/sale/part-plan-query.ts';
import { PartTerms } from '#client/entities/sale/part-terms.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';

export interface PartPlanProps {
  lotId: number;
  /** That of the moment; in an auction another one may be tried. */
  priceTiyin: number;
  fixed: boolean;
  onClose: () => void;
}

/** Before one commits: what would be paid by when if the price were paid by parts. */
export default function PartPlan({ lotId, priceTiyin, fixed, onClose }: PartPlanProps) {
  const { t } = useTranslation('parts');
  const [price, setPrice] = useState<number | null>(priceTiyin);
  const known = price !== null && price > 0 && price <= MAX_TIYIN;
  return (
    <Dialog title={t('plan.title')} wide onClose={onClose}>
      <div className={layout.fluidStack3}>
        {fixed ? (
          <p>{t('plan.fixed', { price: formatMoney(priceTiyin) })}</p>
        ) : (
          <MoneyField
            label={t('plan.price')}
            tiyin={price}
            onChange={setPrice}
            error={known ? null : t('plan.priceWrong')}
          />
        )}
        {known ? <Plan lotId={lotId} priceTiyin={price} fixed={fixed} /> : null}
      </div>
    </Dialog>
  );
}

/** @param fixed the first part is paid as one buys */
function Plan({ lotId, priceTiyin, fixed }: { lotId: number; priceTiyin: number; fixed: boolean }) {
  const { t } = useTranslation('parts');
  const [when, setWhen] = useState<'now' | 'deadline'>('now');
  const { data, error, refetch } = useQuery({
    ...partPlanQuery(lotId, priceTiyin),
    // While a price is typed, the schedule of the one before stays in sight.
    placeholderData: (before) => before,
  });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />;
  const { ifNow, ifAtDeadline, depositTiyin } = data;
  if (ifNow.parts.length === 1) return <p>{t('plan.whole')}</p>;
  const { parts, firstPaidAtMs } = when === 'deadline' && ifAtDeadline ? ifAtDeadline : ifNow;
  return (
    <>
      {ifAtDeadline ? (
        <ChoiceField
          label={t('plan.when')}
          value={when}
          onChange={setWhen}
          options={[
            { value: 'now', label: t('plan.now') },
            { value: 'deadline', label: t('plan.deadline') },
          ]}
        />
      ) : null}
      <PartList
        key={firstPaidAtMs}
        label={t('plan.title')}
        parts={parts.map((part) =>
          part.k === 0 ? { ...part, dueAtMs: firstPaidAtMs, atOnce: fixed } : part,
        )}
      />
      {depositTiyin > 0 ? (
        <p className={layout.mutedSmall}>{t('plan.deposit', { sum: formatMoney(depositTiyin) })}</p>
      ) : null}
      <p className={layout.mutedSmall}>{t('plan.notBinding')}</p>
      <PartTerms terms={data} />
    </>
  );
}
