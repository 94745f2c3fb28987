import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { changePassword } from '#shared/api/cabinet/user.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { canHash, sha256Hex } from '#client/lib/sha256.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { renewSignInUrl } from './dialog-address.ts';
import { PasswordForm } from './password-form.tsx';
import { PasswordUnavailable, type Stop } from './password-unavailable.tsx';

/** Two equal passwords, sent as SHA-256. An old sign-in is renewed first; an outside provider keeps its passwords itself. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [stop, setStop] = useState<Stop | null>(canHash() ? null : { kind: 'insecure' });

  const change = async (password: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await call(changePassword, { body: { new_password: await sha256Hex(password) } });
      notify('success', t('password.changed'));
      onClose();
    } catch (error) {
      // Not retried by itself: the reason is shown below the fields, and the person may press again.
      const stopped = stopOf(error, renewSignInUrl({ pathname, search }, 'change-password'));
      if (stopped) setStop(stopped);
      else setFailure(errorText(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title={t('password.title')} onClose={onClose}>
      {stop ? (
        <PasswordUnavailable stop={stop} onClose={onClose} />
      ) : (
        <PasswordForm
          busy={busy}
          failure={failure}
          onSubmit={(each) => void change(each)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function stopOf(error: unknown, renewUrl: string): Stop | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'sign-in-again') return { kind: 'sign-in-again', url: renewUrl };
  if (error.code !== 'password-elsewhere') return null;
  const url = (error.details as { url?: unknown } | undefined)?.url;
  return { kind: 'elsewhere', url: typeof url === 'string' && /^https?:\/\//.test(url) ? url : null };
}
