import { FileCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDownload } from '#client/ui/use-download.ts';
import css from './attempt.module.css';

interface ReceiptLinkProps {
  personId: string;
  lotId: number;
  bidId: string;
}

/** Saves the signed receipt of a person's bid for staff who answer them. */
export function ReceiptLink({ personId, lotId, bidId }: ReceiptLinkProps) {
  const { t } = useTranslation('console-trail');
  const { save } = useDownload();
  const address = `/api/console/accounts/${personId}/receipts/${lotId}/${bidId}`;
  return (
    <a
      className={css.receipt}
      href={address}
      download
      aria-label={t('receiptOf', { bid: bidId })}
      onClick={(event) => void save(event, address)}
    >
      <FileCheck size={16} aria-hidden />
      {t('receipt')}
    </a>
  );
}
