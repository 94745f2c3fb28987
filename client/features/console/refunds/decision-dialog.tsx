import { useTranslation } from 'react-i18next';
import {
  approveRefund,
  markRefundPaid,
  refuseRefund,
  type StaffRefund,
} from '#shared/api/cabinet/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import type { ReturnVerb } from './return-dialog.tsx';

/** Decisions that need at most one line of words; what the bank sent back has a dialog of its own. */
type Verb = Exclude<StaffRefund['may'][number], ReturnVerb>;

const REASON = { min: 3, max: 500 };
const DOCUMENT = { min: 1, max: 60 };

function send(verb: Verb, refundId: number, words: string): Promise<StaffRefund> {
  const params = { refundId };
  switch (verb) {
    case 'approve':
      return call(approveRefund, { params });
    case 'refuse':
      return call(refuseRefund, { params, body: { reason: words } });
    case 'paid':
      return call(markRefundPaid, { params, body: { bankDocument: words } });
  }
}

interface DecisionDialogProps {
  refund: StaffRefund;
  verb: Verb;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a refund, with the words it needs. */
export function DecisionDialog({ refund, verb, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('console-refunds');
  const { id, amountTiyin, setOffTiyin, person } = refund;
  const asked = {
    refuse: {
      label: t('dialog.reason'),
      limits: REASON,
      short: t('dialog.reasonShort', { count: REASON.min }),
    },
    paid: {
      label: t('dialog.document'),
      limits: DOCUMENT,
      short: t('dialog.documentEmpty'),
      rows: 'one-line' as const,
    },
  };
  return (
    <TextDialog
      title={t(`dialog.${verb}`, { id })}
      confirm={t(`act.${verb}`)}
      danger={verb === 'refuse'}
      text={verb === 'approve' ? null : asked[verb]}
      send={(words) => send(verb, id, words)}
      outcome={() => ({ done: t(`done.${verb}`, { id }) })}
      // Perhaps decided by another person meanwhile: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(amountTiyin)}</strong> · {person.name}
      </p>
      {setOffTiyin === 0 ? null : <p>{t('setOff', { sum: formatMoney(setOffTiyin) })}</p>}
      <Muted>{t(`dialog.${verb}Text`)}</Muted>
    </TextDialog>
  );
}
