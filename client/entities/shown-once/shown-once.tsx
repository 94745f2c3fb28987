import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { DialogActions } from '#client/ui/dialog-parts.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import css from './shown-once.module.css';

interface ShownOnceProps {
  title: string;
  /** What it is for. */
  text: string;
  secret: string;
  /** What its button says that has stored it. */
  stored: string;
  onClose: () => void;
  /** How it is used. */
  children?: ReactNode;
}

/** A token or a secret that was made just now: it is shown this once, and can be copied. */
export function ShownOnce({ title, text, secret, stored, onClose, children }: ShownOnceProps) {
  const { t } = useTranslation('cabinet');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify('success', t('copy.done'));
    } catch {
      // Not retried: the browser denies the clipboard, and the page says so.
      notify('warning', t('copy.failed'));
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={layout.stack3}>
        <p role="status">{text}</p>
        <SecretCode>{secret}</SecretCode>
        {children}
        <DialogActions>
          <Button
            variant="default"
            size="md"
            leftSection={<Copy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            {t('copy.do')}
          </Button>
          <Button size="md" onClick={onClose}>
            {stored}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** A token, a secret or a line with one, as it is typed. */
export const SecretCode = ({ children }: { children: string }) => (
  <code className={css.secret}>{children}</code>
);
