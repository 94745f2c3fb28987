import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffPayout } from '#shared/api/console/payouts.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';

interface PayoutReturnDialogProps {
  payout: StaffPayout;
  onClose: () => void;
  onChange: () => void;
}

/** The bank sent a payout back: proposed by its dated document, for a second person to decide. */
export function PayoutReturnDialog({ payout, onClose, onChange }: PayoutReturnDialogProps) {
  const { t } = useTranslation(['console-payouts', 'console-decisions']);
  const [on, setOn] = useState<string | null>(null);
  const [today] = useState(() => tashkentDay(Date.now()));
  const { id, lotId, amountTiyin, setOffTiyin, seller } = payout;
  const documentOn = on !== null && on <= today ? on : null;
  return (
    <ProposeDialog
      kind="payout-return"
      proposed={documentOn === null ? null : { kind: 'payout-return', payload: { payoutId: id, documentOn } }}
      onClose={onClose}
      onProposed={onChange}
    >
      <p>
        <strong>{formatMoney(amountTiyin - setOffTiyin)}</strong> · {seller ? seller.name : t('hidden')} · №{' '}
        {lotId}
      </p>
      <Muted>{t('dialog.returnText')}</Muted>
      <DateField
        label={t('console-decisions:fact.document-on')}
        value={on}
        onChange={setOn}
        problem={documentOn === null ? t('console-decisions:obstacle.document-date') : null}
      />
    </ProposeDialog>
  );
}
