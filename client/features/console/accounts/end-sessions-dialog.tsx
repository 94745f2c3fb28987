import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_LIMITS, endSessions, type Account } from '#shared/api/console/console-accounts.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './console-accounts.module.css';

interface EndSessionsDialogProps {
  account: Account;
  /** The one session, or `all`. */
  session: string;
  onClose: () => void;
  onChange: (account: Account) => void;
}

/** Signs somebody out, with the reason its owner reads. */
export function EndSessionsDialog({ account, session, onClose, onChange }: EndSessionsDialogProps) {
  const { t } = useTranslation('console-accounts');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const short = reason.trim().length < ACCOUNT_LIMITS.reasonMin;
  const end = useMutation({
    mutationFn: () =>
      call(endSessions, {
        params: { personId: account.id },
        body: { session: session === 'all' ? null : session, reason: reason.trim() },
      }),
    onSuccess: (changed) => {
      notify('success', t('done.end-sessions'));
      onChange(changed);
      onClose();
    },
  });
  const title = t(session === 'all' ? 'move.end-sessions' : 'sessions.endOne');
  return (
    <FormDialog
      title={title}
      confirm={title}
      danger
      busy={end.isPending}
      error={end.error}
      onSubmit={() => {
        setTried(true);
        if (!short) end.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{account.name}</strong>
      </p>
      <p className={css.muted}>{t('dialog.end-sessionsText')}</p>
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        error={tried && short ? t('dialog.short', { count: ACCOUNT_LIMITS.reasonMin }) : null}
        maxLength={ACCOUNT_LIMITS.reason}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
