import { useTranslation } from 'react-i18next';
import type { StaffSettlement } from '#shared/api/cabinet/winlots.ts';
import { PartSchedule } from '#client/entities/sale/part-schedule.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';

interface PartsDialogProps {
  settlement: StaffSettlement;
  onClose: () => void;
}

/** The schedule of a price paid by parts, and what the platform holds of the sale. */
export function PartsDialog({ settlement, onClose }: PartsDialogProps) {
  const { t } = useTranslation('console-settlements');
  const { lotId: number, buyer, parts, heldTiyin } = settlement;
  if (!parts) return null;
  return (
    <Dialog wide title={t('dialog.parts', { number })} onClose={onClose}>
      <Muted>
        {buyer ? buyer.name : t('hidden')} · {t('held', { sum: formatMoney(heldTiyin) })}
      </Muted>
      <PartSchedule schedule={parts} />
    </Dialog>
  );
}
