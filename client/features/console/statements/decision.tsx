import { useTranslation } from 'react-i18next';
import type { BankLineView } from '#shared/api/console/bank-lines.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';

/** What was decided about a line, or is asked for. */
export function Decision({ decision }: { decision: NonNullable<BankLineView['decision']> }) {
  const { t } = useTranslation('console-statements');
  const { kind, personName, settlementId, payoutId, refundId, reason } = decision;
  const name = personName ?? '';
  return (
    <Stacked>
      {kind === 'credit'
        ? settlementId === null
          ? t('decision.credit', { name })
          : t('decision.creditSettlement', { name, settlement: `S-${settlementId}` })
        : kind === 'match'
          ? t(payoutId === null ? 'decision.refund' : 'decision.payout', { id: payoutId ?? refundId })
          : t(`decision.${kind}`)}
      {reason === null ? null : <small>{reason}</small>}
    </Stacked>
  );
}
