import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settleMismatch, type PaymentMismatch } from '#shared/api/cabinet/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

const NOTE = { min: 3, max: 1_000 };

/** What was done about a difference, in words others will read. */
export function SettleDialog({ mismatch, onClose }: { mismatch: PaymentMismatch; onClose: () => void }) {
  const { t } = useTranslation('console-payments');
  const queries = useQueryClient();
  const params = { mismatchId: mismatch.id };
  return (
    <TextDialog
      title={t('settleTitle')}
      confirm={t('settle')}
      text={{ label: t('note'), hint: t('noteHint'), limits: NOTE, short: t('noteShort'), rows: 4 }}
      send={(note) => call(settleMismatch, { params, body: { note } })}
      outcome={() => ({ done: t('settled') })}
      onSettled={() => {
        void queries.invalidateQueries({ queryKey: ['console-mismatches'] });
        void queries.invalidateQueries({ queryKey: ['console-payment-rounds'] });
      }}
      onClose={onClose}
    >
      <p>{t(`kind.${mismatch.kind}`)}</p>
    </TextDialog>
  );
}
