import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lotDetails } from '#shared/api/site/lots.ts';
import { resumeSale, suspendSale } from '#shared/api/cabinet/purchases.ts';
import { REASON_MAX, REASON_MIN } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

export type SaleVerb = 'suspend' | 'resume';

interface SaleDialogProps {
  verb: SaleVerb;
  /** Null: its number is typed. */
  lotId: number | null;
  onClose: () => void;
  onDone: () => void;
}

/** Suspends or resumes a sale at a fixed price, with the reason that the lot's history keeps. */
export function SaleDialog({ verb, lotId: given, onClose, onDone }: SaleDialogProps) {
  const { t } = useTranslation('purchases');
  const localized = useLocalized();
  const [number, setNumber] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const lotId = given ?? (/^[1-9]\d{0,15}$/.test(number) ? Number(number) : null);
  const lot = useQuery({
    queryKey: ['console-lot', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId ?? 0 } }),
    enabled: lotId !== null,
    retry: false,
  });
  // A row names a lot that there is: its title may fail to come.
  const noLot = lotId === null || (given === null && lot.isError);
  const short = reason.trim().length < REASON_MIN;
  const act = useMutation({
    mutationFn: (id: number) =>
      call(verb === 'suspend' ? suspendSale : resumeSale, {
        params: { lotId: id },
        body: { reason: reason.trim() },
      }),
    onSuccess: (answer) => {
      if (answer.verdict === 'refused') return;
      notify('success', t(answer.already ? `console.${verb}.before` : `console.${verb}.done`));
      onClose();
    },
    onSettled: onDone,
  });
  const refused = act.data?.verdict === 'refused' ? act.data.reason : null;
  return (
    <FormDialog
      title={t(`console.${verb}.title`)}
      confirm={t(`console.${verb}.do`)}
      danger={verb === 'suspend'}
      busy={act.isPending}
      error={refused ? t(`console.refused.${refused}`) : act.error}
      onSubmit={() => {
        setTried(true);
        if (lotId !== null && !noLot && !short) act.mutate(lotId);
      }}
      onClose={onClose}
    >
      <p>{t(`console.${verb}.text`)}</p>
      {given === null ? (
        <InputField
          label={t('table.lotNumber')}
          error={(tried || lot.isError) && noLot ? t('console.noLot') : null}
          inputMode="numeric"
          value={number}
          data-autofocus
          onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
        />
      ) : null}
      {lot.data ? (
        <p>
          <strong>{localized(lot.data.title)}</strong> · № {lot.data.number}
        </p>
      ) : null}
      <TextField
        label={t('console.reason')}
        hint={t('console.reasonHint')}
        error={tried && short ? t('console.reasonShort', { count: REASON_MIN }) : null}
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
