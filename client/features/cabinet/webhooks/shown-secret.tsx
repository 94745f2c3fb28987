import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { DialogActions } from '#client/ui/dialog-parts.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './webhooks.module.css';

/** The secret of a listener, this once. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify('success', t('copied'));
    } catch {
      // Not retried: the browser denies the clipboard, and the page says so.
      notify('warning', t('copyFailed'));
    }
  };
  return (
    <Dialog title={t('made')} onClose={onClose}>
      <div className={css.made}>
        <p role="status">{t('madeText')}</p>
        <code className={css.secret}>{secret}</code>
        <DialogActions>
          <Button
            variant="default"
            size="md"
            leftSection={<Copy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            {t('copy')}
          </Button>
          <Button size="md" onClick={onClose}>
            {t('stored')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
