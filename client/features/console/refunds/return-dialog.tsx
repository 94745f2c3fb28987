import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveRefundReturn,
  rejectRefundReturn,
  returnRefund,
  type StaffRefund,
} from '#shared/api/cabinet/refunds.ts';
import { dayText, tashkentDay } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

const RETURN_VERBS = ['returned', 'approve-return', 'reject-return'] as const;
export type ReturnVerb = (typeof RETURN_VERBS)[number];

export const isReturnVerb = (verb: StaffRefund['may'][number]): verb is ReturnVerb =>
  (RETURN_VERBS as readonly string[]).includes(verb);

const REASON_MIN = 3;
const REASON_MAX = 500;
const NUMBER_MAX = 60;

interface Written {
  number: string;
  on: string | null;
  reason: string;
}

function send(verb: ReturnVerb, refund: StaffRefund, { number, on, reason }: Written): Promise<StaffRefund> {
  const params = { refundId: refund.id };
  const returnId = refund.returned?.id ?? 0;
  switch (verb) {
    case 'returned':
      return call(returnRefund, {
        params,
        body: { documentNumber: number.trim(), documentOn: on ?? '', reason: reason.trim() },
      });
    case 'approve-return':
      return call(approveRefundReturn, { params, body: { returnId } });
    case 'reject-return':
      return call(rejectRefundReturn, { params, body: { returnId, reason: reason.trim() } });
  }
}

interface ReturnDialogProps {
  refund: StaffRefund;
  verb: ReturnVerb;
  onClose: () => void;
  onChange: () => void;
}

/** The bank sent a refund back: its document, and the second person's word on it. */
export function ReturnDialog({ refund, verb, onClose, onChange }: ReturnDialogProps) {
  const { t } = useTranslation('console-refunds');
  const [written, setWritten] = useState<Written>({ number: '', on: null, reason: '' });
  const [today] = useState(() => tashkentDay(Date.now()));
  const { id, amountTiyin, person, createdAtMs, returned } = refund;
  const { number, on, reason } = written;
  const notes = verb === 'returned';
  const impossible = on === null || on > today || on < tashkentDay(createdAtMs);
  const problems = {
    number: notes && number.trim() === '' ? t('dialog.documentEmpty') : null,
    on: notes && impossible ? t('dialog.documentOnEmpty') : null,
    reason:
      verb !== 'approve-return' && reason.trim().length < REASON_MIN
        ? t('dialog.reasonShort', { count: REASON_MIN })
        : null,
  };
  const decide = useMutation({
    mutationFn: () => send(verb, refund, written),
    onSuccess: ({ status }) => {
      notify('success', t(`done.${notes && status === 'sent-to-bank' ? 'return-asked' : verb}`, { id }));
      onClose();
    },
    // Decided by somebody else meanwhile, perhaps: the list is read again.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${verb}`, { id })}
      confirm={t(`act.${verb}`)}
      danger={verb !== 'approve-return'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(amountTiyin)}</strong> · {person.name}
      </p>
      <Muted>{t(`dialog.${verb}Text`)}</Muted>
      {notes || !returned ? null : (
        <FactBox>
          <strong>
            {t('dialog.returnDocument', {
              number: returned.documentNumber,
              date: dayText(returned.documentOn),
            })}
          </strong>
          <q>{returned.reason}</q>
          <small>
            {t('dialog.notedBy', { name: returned.by, time: formatDateTimeShort(returned.atMs) })}
          </small>
        </FactBox>
      )}
      {notes ? (
        <>
          <InputField
            label={t('dialog.document')}
            maxLength={NUMBER_MAX}
            value={number}
            problem={problems.number}
            data-autofocus
            onChange={({ target }) => setWritten({ ...written, number: target.value })}
          />
          <DateField
            label={t('dialog.documentOn')}
            value={on}
            problem={problems.on}
            onChange={(day) => setWritten((before) => ({ ...before, on: day }))}
          />
        </>
      ) : null}
      {verb === 'approve-return' ? null : (
        <TextField
          label={t(notes ? 'dialog.reason' : 'dialog.rejectReason')}
          maxLength={REASON_MAX}
          value={reason}
          problem={problems.reason}
          {...(notes ? {} : { 'data-autofocus': true })}
          onChange={({ target }) => setWritten({ ...written, reason: target.value })}
        />
      )}
    </FormDialog>
  );
}
