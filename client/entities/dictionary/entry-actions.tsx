import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { DialogActions } from '#client/ui/dialog-parts.tsx';

interface EntryActionsProps {
  mayWrite: boolean;
  /** What the form does: "Add". */
  save: string;
  busy: boolean;
  /** Why it was refused. */
  error: unknown;
  /** Reads the entry again; null where no one else has changed it meanwhile. */
  reload: (() => void) | null;
  onClose: () => void;
  /** What else may be done. */
  children?: ReactNode;
}

/** The end of a dialog in which staff write an entry: why it was refused, and the buttons. */
export function EntryActions({ mayWrite, save, busy, error, reload, onClose, children }: EntryActionsProps) {
  const { t } = useTranslation('content');
  return (
    <>
      <FormError error={error} />
      <DialogActions>
        <Button variant="default" size="md" onClick={onClose}>
          {t('close')}
        </Button>
        {reload ? (
          <Button variant="default" size="md" onClick={reload}>
            {t('reload')}
          </Button>
        ) : null}
        {children}
        {mayWrite ? (
          <Button type="submit" size="md" loading={busy}>
            {save}
          </Button>
        ) : null}
      </DialogActions>
    </>
  );
}
