import { useTranslation } from 'react-i18next';
import type { StaffHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import css from './console-hand-overs.module.css';

export type HandOverMove = StaffHandOver['may'][number];

interface HandOverDialogProps {
  handOver: StaffHandOver;
  move: HandOverMove;
  onClose: () => void;
  onChange: () => void;
}

/** The buyer has the property, though they are silent or dispute it; a second person decides. */
export function HandOverDialog({ handOver, move, onClose, onChange }: HandOverDialogProps) {
  const { t } = useTranslation('console-hand-overs');
  const { id, sale, buyer, dispute } = handOver;
  return (
    <ProposeDialog
      kind="confirm-hand-over"
      proposed={{ kind: 'confirm-hand-over', payload: { handOverId: id } }}
      onClose={onClose}
      onProposed={onChange}
    >
      <p>
        {buyer
          ? t(sale === 'purchase' ? 'buyerOfUnits' : 'buyer', { name: buyer.name, number: buyer.number })
          : t('hidden')}
      </p>
      {move === 'settle' && dispute ? <blockquote className={css.words}>{dispute.text}</blockquote> : null}
      <Muted>{t(`dialog.${move}`)}</Muted>
    </ProposeDialog>
  );
}
