import { useTranslation } from 'react-i18next';
import {
  approvePayout,
  planPayoutAgain,
  sendPayout,
  settlePayout,
  type PayoutMove,
  type StaffPayout,
} from '#shared/api/console/payouts.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Alarming, Waiting } from '#client/ui/data-table/cells.tsx';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { Requisites } from './requisites.tsx';

const DOCUMENT = { min: 1, max: 100 };

/** What one person does by themselves; that the bank sent it back is proposed to a second one. */
type OwnPayoutMove = Exclude<PayoutMove, 'return'>;

function send(move: OwnPayoutMove, payout: StaffPayout, document: string): Promise<StaffPayout> {
  const params = { payoutId: payout.id };
  switch (move) {
    case 'approve':
      return call(approvePayout, { params, body: { requisitesMark: payout.requisitesMark } });
    case 'send':
      return call(sendPayout, { params, body: {} });
    case 'settle':
      return call(settlePayout, { params, body: { document } });
    case 'plan-again':
      return call(planPayoutAgain, { params, body: {} });
  }
}

interface PayoutDialogProps {
  payout: StaffPayout;
  move: OwnPayoutMove;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a payout: the sum and the requisites it is about, and the words it needs. */
export function PayoutDialog({ payout, move, onClose, onChange }: PayoutDialogProps) {
  const { t } = useTranslation('console-payouts');
  const { id, lotId, amountTiyin, setOffTiyin, seller, requisitesChangedAtMs, requisitesDiffer } = payout;
  return (
    <TextDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      text={
        move === 'settle'
          ? {
              label: t('dialog.document'),
              limits: DOCUMENT,
              short: t('dialog.documentEmpty'),
              rows: 'one-line',
            }
          : null
      }
      send={(document) => send(move, payout, document)}
      outcome={() => ({ done: t(`done.${move}`, { id }) })}
      // Perhaps decided by another person, or with other requisites by now: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(amountTiyin)}</strong> · {seller ? seller.name : t('hidden')} · № {lotId}
      </p>
      {setOffTiyin === 0 ? null : (
        <p>{t('setOff', { sum: formatMoney(setOffTiyin), rest: formatMoney(amountTiyin - setOffTiyin) })}</p>
      )}
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      <FactBox>
        {seller ? <Requisites requisites={payout.requisites} /> : t('hidden')}
        {requisitesDiffer.map((from) => (
          <Alarming key={from}>{t(`requisitesDiffer.${from}`)}</Alarming>
        ))}
        {requisitesChangedAtMs === null ? null : (
          <Waiting>{t('requisitesChanged', { time: formatDateTimeShort(requisitesChangedAtMs) })}</Waiting>
        )}
      </FactBox>
    </TextDialog>
  );
}
