import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';

interface BirthDialogProps {
  personId: string;
  onClose: () => void;
}

/** The day of birth of somebody whose number does not contain it; a second person decides. */
export function BirthDialog({ personId, onClose }: BirthDialogProps) {
  const { t } = useTranslation('console-decisions');
  const [bornOn, setBornOn] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <ProposeDialog
      kind="date-of-birth"
      proposed={bornOn === '' ? null : { kind: 'date-of-birth', payload: { personId, bornOn } }}
      onTry={() => setTried(true)}
      onClose={onClose}
      onProposed={() => undefined}
    >
      <InputField
        label={t('fact.born-on')}
        type="date"
        value={bornOn}
        error={tried && bornOn === '' ? t('dialog.dateMissing') : null}
        onChange={({ target }) => setBornOn(target.value)}
      />
    </ProposeDialog>
  );
}
