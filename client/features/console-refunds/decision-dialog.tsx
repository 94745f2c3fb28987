import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveRefund,
  markRefundPaid,
  refuseRefund,
  returnRefund,
  type StaffRefund,
} from '#shared/api/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import '#client/ui/overlay-styles.ts';
import css from './console-refunds.module.css';

export type Verb = StaffRefund['may'][number];

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
    case 'returned':
      return call(returnRefund, { params, body: { reason: words } });
  }
}

interface DecisionDialogProps {
  refund: StaffRefund;
  verb: Verb;
  onClose: () => void;
}

/** One decision about a refund, with the words it needs. */
export function DecisionDialog({ refund, verb, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('console-refunds');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const { id, amountTiyin, person } = refund;
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
    // Decided by somebody else meanwhile, perhaps: the list shown anew says how it stands.
    onSettled: () => queries.invalidateQueries({ queryKey: ['console-refunds'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) decide.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`dialog.${verb}`, { id })}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': t('ui:action.close') }}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <p>
          <strong>{formatMoney(amountTiyin)}</strong> · {person.name}
        </p>
        <p className={css.muted}>{t(`dialog.${verb}Text`)}</p>
        {verb === 'approve' ? null : (
          <Field label={t(document ? 'dialog.document' : 'dialog.reason')} error={tried ? problem : null}>
            {({ id: fieldId, describedBy, className }) =>
              document ? (
                <input
                  id={fieldId}
                  aria-describedby={describedBy}
                  className={className}
                  maxLength={DOCUMENT_MAX}
                  value={words}
                  data-autofocus
                  onChange={(event) => setWords(event.target.value)}
                />
              ) : (
                <textarea
                  id={fieldId}
                  aria-describedby={describedBy}
                  className={className}
                  maxLength={REASON_MAX}
                  value={words}
                  data-autofocus
                  onChange={(event) => setWords(event.target.value)}
                />
              )
            }
          </Field>
        )}
        {decide.error ? (
          <p className={css.error} role="alert">
            {errorText(decide.error)}
          </p>
        ) : null}
        <div className={css.formActions}>
          <Button variant="default" onClick={onClose}>
            {t('ui:action.cancel')}
          </Button>
          <Button
            type="submit"
            loading={decide.isPending}
            {...(verb === 'refuse' || verb === 'returned' ? { color: 'red.8' } : {})}
          >
            {t(`act.${verb}`)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
