import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveRefund,
  markRefundPaid,
  refuseRefund,
  type StaffRefund,
} from '#shared/api/cabinet/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import type { ReturnVerb } from './return-dialog.tsx';

/** Decisions that need at most one line of words; what the bank sent back has a dialog of its own. */
type Verb = Exclude<StaffRefund['may'][number], ReturnVerb>;

const REASON_MIN = 3;
const REASON_MAX = 500;
const DOCUMENT_MAX = 60;

function send(verb: Verb, refundId: number, words: string): Promise<StaffRefund> {
  const params = { refundId };
  switch (verb) {
    case 'approve':
      return call(approveRefund, { params });
    case 'refuse':
      return call(refuseRefund, { params, body: { reason: words } });
    case 'paid':
      return call(markRefundPaid, { params, body: { bankDocument: words } });
  }
}

interface DecisionDialogProps {
  refund: StaffRefund;
  verb: Verb;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a refund, with the words it needs. */
export function DecisionDialog({ refund, verb, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('console-refunds');
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const { id, amountTiyin, setOffTiyin, person } = refund;
  const document = verb === 'paid';
  const problem =
    verb === 'approve'
      ? null
      : document
        ? words.trim() === ''
          ? t('dialog.documentEmpty')
          : null
        : words.trim().length < REASON_MIN
          ? t('dialog.reasonShort', { count: REASON_MIN })
          : null;
  const decide = useMutation({
    mutationFn: () => send(verb, id, words.trim()),
    onSuccess: () => {
      notify('success', t(`done.${verb}`, { id }));
      onClose();
    },
    // Perhaps decided by another person meanwhile: the refetched list shows its state.
    onSettled: onChange,
  });
  const field = {
    error: tried ? problem : null,
    value: words,
    'data-autofocus': true,
    onChange: ({ target }: { target: { value: string } }) => setWords(target.value),
  };
  return (
    <FormDialog
      title={t(`dialog.${verb}`, { id })}
      confirm={t(`act.${verb}`)}
      danger={verb === 'refuse'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (problem === null) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(amountTiyin)}</strong> · {person.name}
      </p>
      {setOffTiyin === 0 ? null : <p>{t('setOff', { sum: formatMoney(setOffTiyin) })}</p>}
      <Muted>{t(`dialog.${verb}Text`)}</Muted>
      {verb === 'approve' ? null : document ? (
        <InputField label={t('dialog.document')} maxLength={DOCUMENT_MAX} {...field} />
      ) : (
        <TextField label={t('dialog.reason')} maxLength={REASON_MAX} {...field} />
      )}
    </FormDialog>
  );
}
