import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_LIMITS,
  approveAccountChange,
  refuseAccountChange,
  type AccountChange,
} from '#shared/api/console/console-accounts.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

export type Verdict = AccountChange['may'][number];

interface SecondDialogProps {
  change: AccountChange;
  verdict: Verdict;
  onClose: () => void;
  onChange: () => void;
}

/** A second person approves what gives rights, or turns it down with the reason. */
export function SecondDialog({ change, verdict, onClose, onChange }: SecondDialogProps) {
  const { t } = useTranslation('console-accounts');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const refusing = verdict === 'refuse';
  const short = refusing && reason.trim().length < ACCOUNT_LIMITS.reasonMin;
  const params = { changeId: change.id };
  const decide = useMutation({
    mutationFn: () =>
      refusing
        ? call(refuseAccountChange, { params, body: { reason: reason.trim() } })
        : call(approveAccountChange, { params, body: {} }),
    onSuccess: () => {
      notify('success', t(`second.done.${verdict}`));
      onClose();
    },
    // Perhaps decided by somebody else meanwhile: the list is read once more.
    onSettled: onChange,
  });
  const role = change.role === null ? {} : { role: t(`role.${change.role}`) };
  return (
    <FormDialog
      title={t(`change.${change.kind}`, role)}
      confirm={t(`second.${verdict}`)}
      danger={refusing}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{change.person.name}</strong>
      </p>
      <p>{change.reason}</p>
      <p>{change.evidence}</p>
      {refusing ? (
        <TextField
          label={t('dialog.reason')}
          error={tried && short ? t('dialog.short', { count: ACCOUNT_LIMITS.reasonMin }) : null}
          maxLength={ACCOUNT_LIMITS.reason}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.target.value)}
        />
      ) : (
        <p>{t('second.approveText')}</p>
      )}
    </FormDialog>
  );
}
