import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { receiptUrl } from './payment-parts.ts';

/** Downloads the receipt of a payment that has been made. */
export function ReceiptButton({ paymentId }: { paymentId: number }) {
  const { t } = useTranslation('payments');
  return (
    <ButtonAnchor
      href={receiptUrl(paymentId)}
      download
      variant="default"
      size="md"
      leftSection={<Download size={18} aria-hidden />}
    >
      {t('result.receipt')}
    </ButtonAnchor>
  );
}
