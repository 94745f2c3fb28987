import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CANCELLATION_REASON,
  prepareResultCancellation,
  type StaffResultCancellation,
} from '#shared/api/console/result-cancellations.ts';
import { consoleSettlements } from '#shared/api/cabinet/winlots.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, OptionsField, TextField } from '#client/ui/input-field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface BeginDialogProps {
  /** Number of the lot as the address names it, or empty. */
  lot: string;
  /** Which sale of a lot at a fixed price; null: of the auction, or the only one. */
  saleId: number | null;
  /** The sale is paid by parts and ends because some are late; what the buyer gets back is stated. */
  lateParts: boolean;
  onClose: () => void;
  onBegun: (of: StaffResultCancellation) => void;
}

/** What the platform holds of a sale: at most that is returned; null while it is not known, or not asked for. */
function useHeld(lot: string, saleId: number | null, lateParts: boolean): number | null {
  const lotId = Number(lot);
  const { data } = useQuery({
    queryKey: ['console-settlements', 'held', lotId],
    queryFn: ({ signal }) =>
      call(consoleSettlements, { query: { page: 1, size: 100, state: 'open', lotId }, signal }),
    enabled: lateParts && Number.isSafeInteger(lotId) && lotId > 0,
  });
  const [first] = data?.items ?? [];
  const sale = saleId === null ? first : data?.items.find(({ id }) => id === saleId);
  return sale?.heldTiyin ?? null;
}

/** Which lot, and why; the documents come next. */
export function BeginDialog({ lot, saleId, lateParts, onClose, onBegun }: BeginDialogProps) {
  const { t } = useTranslation('console-result-cancellations');
  const [number, setNumber] = useState(lot);
  const [reason, setReason] = useState('');
  const [cause, setCause] = useState('');
  const [returned, setReturned] = useState<number | null>(0);
  const held = useHeld(lot, saleId, lateParts);
  const problems = {
    number: /^[1-9]\d{0,14}$/.test(number.trim()) ? null : t('dialog.lotWrong'),
    reason:
      reason.trim().length < CANCELLATION_REASON.min
        ? t('dialog.reasonShort', { count: CANCELLATION_REASON.min })
        : null,
    cause: lateParts || cause !== '' ? null : t('dialog.causeMissing'),
    returned:
      lateParts && (returned === null || (held !== null && returned > held))
        ? t('dialog.returnWrong', { sum: formatMoney(held ?? 0) })
        : null,
  };
  const prepare = useMutation({
    mutationFn: () =>
      call(prepareResultCancellation, {
        params: { lotId: Number(number.trim()) },
        body: {
          reason: reason.trim(),
          // Another lot was typed than the one whose sale was chosen.
          ...(saleId === null || number.trim() !== lot ? {} : { settlementId: saleId }),
          ...(cause === 'seller' ? { notHandedOver: true as const } : {}),
          ...(lateParts ? { default: { returnTiyin: returned ?? 0 } } : {}),
        },
      }),
    onSuccess: (of) => {
      notify('success', t('done.prepare', { number: of.lotId }));
      onClose();
      onBegun(of);
    },
  });
  return (
    <FormDialog
      title={t(lateParts ? 'dialog.beginDefault' : 'dialog.begin')}
      confirm={t(lateParts ? 'act.prepare' : 'begin')}
      danger
      busy={prepare.isPending}
      error={prepare.error}
      onSubmit={() => prepare.mutate()}
      onClose={onClose}
    >
      <Muted>{t(lateParts ? 'dialog.beginDefaultText' : 'dialog.beginText')}</Muted>
      <InputField
        label={t('dialog.lot')}
        inputMode="numeric"
        maxLength={15}
        value={number}
        problem={problems.number}
        onChange={({ target }) => setNumber(target.value)}
      />
      {lateParts ? (
        <MoneyField
          label={t('dialog.returned')}
          tiyin={returned}
          onChange={setReturned}
          problem={problems.returned}
          {...(held === null ? {} : { hint: t('dialog.held', { sum: formatMoney(held) }) })}
        />
      ) : (
        <OptionsField
          label={t('dialog.cause')}
          value={cause}
          problem={problems.cause}
          onChange={({ target }) => setCause(target.value)}
        >
          <option value="">{t('dialog.causeChoose')}</option>
          <option value="seller">{t('dialog.causeSeller')}</option>
          <option value="other">{t('dialog.causeOther')}</option>
        </OptionsField>
      )}
      <TextField
        label={t('dialog.reason')}
        maxLength={CANCELLATION_REASON.max}
        value={reason}
        problem={problems.reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
