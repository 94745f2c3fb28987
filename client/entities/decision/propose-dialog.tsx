import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DECISION_DOCUMENT_MAX,
  DECISION_REASON,
  proposeDecision,
  type Proposed,
} from '#shared/api/console/decisions.ts';
import { DECISION_KINDS, type DecisionKindName } from '#shared/decisions/kinds.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface ProposeDialogProps {
  kind: DecisionKindName;
  /** What is proposed by the fields; null: one of them has a problem. */
  proposed: Proposed | null;
  /** What was typed before a second person turned out to be needed. */
  givenReason?: string;
  onClose: () => void;
  onProposed: () => void;
  /** Fields of the kind. */
  children?: ReactNode;
}

/** A member of staff proposes something that a second person decides. Needs the texts of `console-decisions`. */
export function ProposeDialog({
  kind,
  proposed,
  givenReason = '',
  onClose,
  onProposed,
  children,
}: ProposeDialogProps) {
  const { t } = useTranslation('console-decisions');
  const [reason, setReason] = useState(givenReason);
  const [document, setDocument] = useState('');
  const needed = DECISION_KINDS[kind].document === 'needed';
  const short = reason.trim().length < DECISION_REASON.min;
  const bare = needed && document.trim() === '';
  const sending = useMutation({
    mutationFn: (of: Proposed) =>
      call(proposeDecision, {
        body: { ...of, reason: reason.trim(), document: document.trim() || null },
      }),
    onSuccess: ({ id: number }) => {
      notify('success', t('done.propose', { number }));
      onClose();
    },
    // Perhaps somebody else proposed it meanwhile.
    onSettled: onProposed,
  });
  return (
    <FormDialog
      title={t(`kind.${kind}`)}
      confirm={t('act.propose')}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => proposed && sending.mutate(proposed)}
      onClose={onClose}
    >
      <Muted>{t('dialog.proposeText')}</Muted>
      {children}
      <TextField
        label={t('column.reason')}
        maxLength={DECISION_REASON.max}
        value={reason}
        problem={short ? t('dialog.short') : null}
        onChange={({ target }) => setReason(target.value)}
      />
      {needed ? (
        <InputField
          label={t('document')}
          hint={t('dialog.documentHint')}
          maxLength={DECISION_DOCUMENT_MAX}
          value={document}
          problem={bare ? t('dialog.documentMissing') : null}
          onChange={({ target }) => setDocument(target.value)}
        />
      ) : null}
    </FormDialog>
  );
}
