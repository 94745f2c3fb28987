import { useTranslation } from 'react-i18next';
import {
  DECISION_REASON,
  decide,
  turnDownDecision,
  withdrawDecision,
  type Decision,
  type DecisionMove,
} from '#shared/api/console/decisions.ts';
import { call } from '#client/lib/api-client.ts';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { DecisionFacts } from './decision-facts.tsx';

function send(move: DecisionMove, { id }: Decision, note: string) {
  const params = { decisionId: id };
  switch (move) {
    case 'decide':
      return call(decide, { params, body: {} });
    case 'turn-down':
      return call(turnDownDecision, { params, body: { note } });
    case 'withdraw':
      return call(withdrawDecision, { params, body: {} });
  }
}

interface MoveDialogProps {
  decision: Decision;
  move: DecisionMove;
  onClose: () => void;
  onChange: () => void;
}

/** What a member of staff does about a decision, with what it would do. */
export function MoveDialog({ decision, move, onClose, onChange }: MoveDialogProps) {
  const { t } = useTranslation('console-decisions');
  const { id: number, kind, facts, reason, document } = decision;
  return (
    <TextDialog
      title={t(`dialog.${move}`, { number })}
      confirm={t(`act.${move}`)}
      danger={move === 'decide'}
      text={
        move === 'turn-down'
          ? { label: t('dialog.note'), limits: DECISION_REASON, short: t('dialog.short') }
          : null
      }
      send={(note) => send(move, decision, note)}
      outcome={() => ({ done: t(`done.${move}`, { number }) })}
      // Perhaps decided by another person meanwhile: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      <FactBox>
        <strong>{t(`kind.${kind}`)}</strong>
        <DecisionFacts facts={facts} />
        <q>{reason}</q>
        {document === null ? null : (
          <small>
            {t('document')}: {document}
          </small>
        )}
      </FactBox>
    </TextDialog>
  );
}
