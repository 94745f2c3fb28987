import { useTranslation } from 'react-i18next';
import { ACCOUNT_REASON, endSessions, type Account } from '#shared/api/console/console-accounts.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import layout from '#client/ui/layout.module.css';

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
  const title = t(session === 'all' ? 'move.end-sessions' : 'sessions.endOne');
  return (
    <TextDialog
      title={title}
      confirm={title}
      danger
      text={{
        label: t('dialog.reason'),
        hint: t('dialog.reasonHint'),
        limits: ACCOUNT_REASON,
        short: t('dialog.short', { count: ACCOUNT_REASON.min }),
      }}
      send={async (reason) => {
        const body = { session: session === 'all' ? null : session, reason };
        onChange(await call(endSessions, { params: { personId: account.id }, body }));
      }}
      outcome={() => ({ done: t('done.end-sessions') })}
      onClose={onClose}
    >
      <p>
        <strong>{account.name}</strong>
      </p>
      <p className={layout.muted}>{t('dialog.end-sessionsText')}</p>
    </TextDialog>
  );
}
