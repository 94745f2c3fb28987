import { ReceiptText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { OwnBidsDialog } from './dialogs.ts';

/** Opens the own bids in a room with their receipts. */
export function OwnBidsButton({ lotId, children }: { lotId: number; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<ReceiptText size={18} aria-hidden />}
        onPointerEnter={() => void OwnBidsDialog.preload()}
        onClick={() => setOpened(true)}
      >
        {children}
      </Button>
      {opened ? <OwnBidsDialog lotId={lotId} onClose={() => setOpened(false)} /> : null}
    </>
  );
}
