import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';

const BANK_DOCUMENT_MAX = 60;

interface IndemnityDialogProps {
  onClose: () => void;
  onProposed: () => void;
}

/** The operator pays into its own account for buyers of cancelled sales; a second person decides. */
export function IndemnityDialog({ onClose, onProposed }: IndemnityDialogProps) {
  const { t } = useTranslation('console-decisions');
  const [sum, setSum] = useState<number | null>(null);
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const bankDocument = number.trim();
  const isSum = sum !== null && sum > 0;
  return (
    <ProposeDialog
      kind="indemnity-in"
      proposed={
        isSum && bankDocument !== ''
          ? { kind: 'indemnity-in', payload: { amountTiyin: sum, bankDocument } }
          : null
      }
      onTry={() => setTried(true)}
      onClose={onClose}
      onProposed={onProposed}
    >
      <MoneyField
        label={t('fact.sum')}
        tiyin={sum}
        onChange={setSum}
        error={tried && !isSum ? t('dialog.sumMissing') : null}
      />
      <InputField
        label={t('fact.bankDocument')}
        maxLength={BANK_DOCUMENT_MAX}
        value={number}
        error={tried && bankDocument === '' ? t('dialog.documentMissing') : null}
        onChange={({ target }) => setNumber(target.value)}
      />
    </ProposeDialog>
  );
}
