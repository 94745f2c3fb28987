import { useTranslation } from 'react-i18next';
import {
  admitProtest,
  dismissProtest,
  refuseProtest,
  upholdProtest,
  type ProtestMove,
  type StaffProtest,
} from '#shared/api/cabinet/protests.ts';
import { PROTEST_DECISION_TEXT } from '#shared/limits/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

const CONTRACTS = {
  admit: admitProtest,
  refuse: refuseProtest,
  uphold: upholdProtest,
  dismiss: dismissProtest,
} as const;

interface DecideDialogProps {
  protest: StaffProtest;
  move: ProtestMove;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a protest: what follows from it, and its reason, which both sides read. */
export function DecideDialog({ protest, move, onClose, onChange }: DecideDialogProps) {
  const { t } = useTranslation('console-protests');
  const { id, lotId, needed, agreed } = protest;
  const first = move === 'uphold' && agreed + 1 < needed;
  const params = { protestId: id };
  return (
    <TextDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      danger={move === 'uphold'}
      text={{
        label: t('dialog.reason'),
        short: t('dialog.short', { count: PROTEST_DECISION_TEXT.min }),
        limits: PROTEST_DECISION_TEXT,
        rows: 5,
      }}
      send={(reason) => call(CONTRACTS[move], { params, body: { reason } })}
      outcome={({ state }) => ({
        done: t(move === 'uphold' && state !== 'upheld' ? 'done.first' : `done.${move}`, { id }),
      })}
      // Perhaps decided by another person: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>{t(first ? 'dialog.firstText' : `dialog.${move}Text`, { lot: lotId })}</p>
    </TextDialog>
  );
}
