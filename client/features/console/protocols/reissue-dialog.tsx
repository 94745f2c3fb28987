import { useTranslation } from 'react-i18next';
import {
  REISSUE_REASON,
  reissueProtocol,
  type StaffProtocol,
} from '#shared/api/console/console-protocols.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

interface ReissueDialogProps {
  protocol: StaffProtocol;
  onClose: () => void;
  onChange: () => void;
}

/** Makes the document of a protocol again. */
export function ReissueDialog({ protocol, onClose, onChange }: ReissueDialogProps) {
  const { t } = useTranslation('console-protocols');
  const { id, issue, number } = protocol;
  return (
    <TextDialog
      title={t('dialog.title', { number })}
      confirm={t('dialog.confirm')}
      text={{
        label: t('dialog.reason'),
        hint: t('dialog.hint'),
        limits: REISSUE_REASON,
        short: t('dialog.short', { count: REISSUE_REASON.min }),
      }}
      send={(reason) => call(reissueProtocol, { params: { id }, body: { issue, reason } })}
      outcome={(made) => ({ done: t('dialog.done', { number, issue: made.issue }) })}
      // What a failure has done is not known.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>{t('dialog.text')}</p>
    </TextDialog>
  );
}
