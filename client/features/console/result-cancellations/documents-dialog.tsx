import { useTranslation } from 'react-i18next';
import type { StaffResultCancellation } from '#shared/api/console/result-cancellations.ts';
import { DocumentSection } from '#client/entities/file/document-section.tsx';
import { Button } from '#client/ui/button.tsx';
import { DialogActions } from '#client/ui/dialog-parts.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

interface DocumentsDialogProps {
  cancellation: StaffResultCancellation;
  onClose: () => void;
}

/** The documents a cancellation is based on, while it is being prepared. */
export function DocumentsDialog({ cancellation: { id, lotId }, onClose }: DocumentsDialogProps) {
  const { t } = useTranslation('console-result-cancellations');
  return (
    <Dialog wide title={t('dialog.documents', { number: lotId })} onClose={onClose}>
      <DocumentSection
        place={{ owner: 'result-cancellation', ownerId: id }}
        lead={t('dialog.documentsLead')}
        isPrivate
      />
      <DialogActions>
        <Button size="md" onClick={onClose}>
          {t('dialog.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
