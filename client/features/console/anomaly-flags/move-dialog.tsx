import { useTranslation } from 'react-i18next';
import {
  dismissAnomalyFlag,
  escalateAnomalyFlag,
  lookAtAnomalyFlag,
  type AnomalyFlag,
} from '#shared/api/console/anomaly-flags.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog, type AskedText } from '#client/ui/text-dialog.tsx';

export type FlagMove = 'look' | 'dismiss' | 'escalate';

function send(move: FlagMove, id: number, reason: string): Promise<AnomalyFlag> {
  const params = { id };
  switch (move) {
    case 'look':
      return call(lookAtAnomalyFlag, { params });
    case 'dismiss':
      return call(dismissAnomalyFlag, { params, body: { reason } });
    case 'escalate':
      return call(escalateAnomalyFlag, { params, body: { reason } });
  }
}

interface MoveDialogProps {
  id: number;
  move: FlagMove;
  onDone: (flag: AnomalyFlag) => void;
  onSettled: () => unknown;
  onClose: () => void;
}

/** The next state of a flag, with the reason that it needs. */
export function MoveDialog({ id, move, onDone, onSettled, onClose }: MoveDialogProps) {
  const { t } = useTranslation('console-flags');
  const reason: AskedText = {
    label: t('reason'),
    limits: STAFF_REASON,
    rows: 3,
    short: t('short', { count: STAFF_REASON.min }),
  };
  const about = { look: t('lookText'), dismiss: t('dismissText'), escalate: t('escalateText') };
  return (
    <TextDialog
      title={t(`verb.${move}`)}
      confirm={t(`verb.${move}`)}
      text={move === 'look' ? null : reason}
      send={async (text) => onDone(await send(move, id, text))}
      outcome={() => ({ done: t('done') })}
      onSettled={onSettled}
      onClose={onClose}
    >
      <Muted>{about[move]}</Muted>
    </TextDialog>
  );
}
