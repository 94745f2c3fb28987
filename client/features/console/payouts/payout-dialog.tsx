import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Requisites } from './requisites.tsx';

const DOCUMENT_MAX = 100;

/** What one person does by themselves; that the bank sent it back is proposed to a second one. */
type OwnPayoutMove = Exclude<PayoutMove, 'return'>;

function send(move: OwnPayoutMove, payout: StaffPayout, words: string): Promise<StaffPayout> {
  const params = { payoutId: payout.id };
  switch (move) {
    case 'approve':
      return call(approvePayout, { params, body: { requisitesMark: payout.requisitesMark } });
    case 'send':
      return call(sendPayout, { params, body: {} });
    case 'settle':
      return call(settlePayout, { params, body: { document: words } });
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
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const { id, lotId, amountTiyin, setOffTiyin, seller, requisitesChangedAtMs, requisitesDiffer } = payout;
  const written = words.trim();
  const problem = move === 'settle' && written === '' ? t('dialog.documentEmpty') : null;
  const decide = useMutation({
    mutationFn: () => send(move, payout, written),
    onSuccess: () => {
      notify('success', t(`done.${move}`, { id }));
      onClose();
    },
    // Perhaps decided by another person, or with other requisites by now: the refetched list shows its state.
    onSettled: onChange,
  });
  const field = {
    error: tried ? problem : null,
    value: words,
    'data-autofocus': true,
    onChange: ({ target }: { target: { value: string } }) => setWords(target.value),
  };
  return (
    <FormDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (problem === null) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(amountTiyin)}</strong> · {seller.name} · № {lotId}
      </p>
      {setOffTiyin === 0 ? null : (
        <p>{t('setOff', { sum: formatMoney(setOffTiyin), rest: formatMoney(amountTiyin - setOffTiyin) })}</p>
      )}
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      <FactBox>
        <Requisites requisites={payout.requisites} />
        {requisitesDiffer.map((from) => (
          <Alarming key={from}>{t(`requisitesDiffer.${from}`)}</Alarming>
        ))}
        {requisitesChangedAtMs === null ? null : (
          <Waiting>{t('requisitesChanged', { time: formatDateTimeShort(requisitesChangedAtMs) })}</Waiting>
        )}
      </FactBox>
      {move === 'settle' ? (
        <InputField label={t('dialog.document')} maxLength={DOCUMENT_MAX} {...field} />
      ) : null}
    </FormDialog>
  );
}
