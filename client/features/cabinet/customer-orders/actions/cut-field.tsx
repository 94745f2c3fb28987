import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WholeField } from '#client/ui/number-field.tsx';
import { lotsQuery } from '../order-queries.ts';

interface CutFieldProps {
  orderId: number;
  /** In basis points of the first price; null: as the order says. */
  onChange: (cutBp: number | null) => void;
}

/** By how many percent of the first price a repeat starts lower, where the customer may choose it. */
export function CutField({ orderId, onChange }: CutFieldProps) {
  const { t } = useTranslation('customer-orders');
  const { data } = useQuery(lotsQuery(orderId));
  const [percent, setPercent] = useState<number>();
  const cut = data?.wishes.cut;
  if (!cut) return null;
  return (
    <WholeField
      label={t('act.repeat.cut')}
      hint={t('act.repeat.cutHint', { min: cut.minBp / 100, max: cut.maxBp / 100 })}
      most={2}
      value={percent}
      onChange={(next) => {
        setPercent(next ?? undefined);
        onChange(next === null ? null : next * 100);
      }}
    />
  );
}
