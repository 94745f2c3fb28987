import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/dialog.tsx';
import { Attempt, type AttemptProps } from './attempt.tsx';

export interface PurchaseDialogProps extends Pick<AttemptProps, 'lotId' | 'wish' | 'onClose'> {}

/**
 * Buying units of a lot at a fixed price: they are reserved as it opens, then the code buys them. Closing leaves the
 * reservation as it is: the card shows it with its time, here and on other devices.
 */
export default function PurchaseDialog({ wish, ...rest }: PurchaseDialogProps) {
  const { t } = useTranslation('purchases');
  const [attempt, setAttempt] = useState({ number: 0, wish });
  return (
    <Dialog title={t('dialog.title')} onClose={rest.onClose}>
      <Attempt
        key={attempt.number}
        {...rest}
        wish={attempt.wish}
        onAgain={(again) => setAttempt({ number: attempt.number + 1, wish: again })}
      />
    </Dialog>
  );
}
