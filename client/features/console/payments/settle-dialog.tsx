import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settleMismatch, type PaymentMismatch } from '#shared/api/cabinet/payments.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { isForTwo } from './for-two.ts';

const NOTE = { min: 3, max: 1_000 };

/** What was done about a difference, in words others will read; above the limit of one person it is proposed to a second one. */
export function SettleDialog({ mismatch, onClose }: { mismatch: PaymentMismatch; onClose: () => void }) {
  const { t } = useTranslation('console-payments');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [forTwo, setForTwo] = useState<unknown>(null);
  const params = { mismatchId: mismatch.id };
  if (forTwo !== null)
    return (
      <ProposeDialog
        kind="note-difference"
        proposed={{ kind: 'note-difference', payload: params }}
        onClose={onClose}
        onProposed={() => undefined}
      >
        <Muted>{errorText(forTwo)}</Muted>
      </ProposeDialog>
    );
  return (
    <TextDialog
      title={t('settleTitle')}
      confirm={t('settle')}
      text={{ label: t('note'), hint: t('noteHint'), limits: NOTE, short: t('noteShort'), rows: 4 }}
      send={(note) =>
        call(settleMismatch, { params, body: { note } }).then(
          () => null,
          (error: unknown) => {
            // Not retried: it is for two persons; anything else is shown by the dialog.
            if (isForTwo(error)) return error;
            throw error;
          },
        )
      }
      outcome={(error) => (error === null ? { done: t('settled') } : { next: () => setForTwo(error) })}
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
