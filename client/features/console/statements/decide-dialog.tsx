import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveBankLine,
  creditBankLine,
  ignoreBankLine,
  matchBankLine,
  rejectBankLine,
  reopenBankLine,
  returnBankLine,
  notifyRepeatedBankLine,
  type BankLineMove,
  type BankLineView,
  type CreditSuggestion,
} from '#shared/api/console/bank-lines.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { Waiting } from '#client/ui/data-table/cells.tsx';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Decision } from './decision.tsx';
import { PersonChoice } from './person-choice.tsx';
import { RepeatText } from './repeat-text.tsx';

const REASON_MIN = 3;
const REASON_MAX = 500;
const WITH_REASON: readonly BankLineMove[] = ['return', 'ignore', 'reject', 'reopen', 'same', 'another'];

interface Given {
  reason: string;
  person: CreditSuggestion | null;
  /** `payout:3`; empty: none is chosen. */
  payment: string;
}

function send(move: BankLineMove, line: BankLineView, given: Given): Promise<BankLineView> {
  const params = { lineId: line.id };
  const { reason, person, payment } = given;
  switch (move) {
    case 'credit': {
      const settlementId = person!.settlement?.id;
      const body = { personId: person!.personId, ...(settlementId === undefined ? {} : { settlementId }) };
      return call(creditBankLine, { params, body });
    }
    case 'match': {
      const [kind, id] = payment.split(':');
      const body = {
        kind: kind as 'payout' | 'refund',
        id: Number(id),
        ...(reason === '' ? {} : { reason }),
      };
      return call(matchBankLine, { params, body });
    }
    case 'return':
      return call(returnBankLine, { params, body: { reason } });
    case 'ignore':
      return call(ignoreBankLine, { params, body: { reason } });
    case 'approve':
      return call(approveBankLine, { params, body: { round: line.round } });
    case 'reject':
      return call(rejectBankLine, { params, body: { round: line.round, reason } });
    case 'reopen':
      return call(reopenBankLine, { params, body: { reason } });
    case 'same':
    case 'another': {
      const body = { lineId: line.repeats!.lineId, same: move === 'same', reason };
      return call(notifyRepeatedBankLine, { params, body });
    }
  }
}

interface DecideDialogProps {
  line: BankLineView;
  move: BankLineMove;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a line: the money it is about, and whose it is or why. */
export function DecideDialog({ line, move, onClose, onChange }: DecideDialogProps) {
  const { t } = useTranslation('console-statements');
  const [person, setPerson] = useState<CreditSuggestion | null>(line.credits[0] ?? null);
  const [payment, setPayment] = useState(line.debits[0] ? `${line.debits[0].kind}:${line.debits[0].id}` : '');
  const [words, setWords] = useState('');
  const reason = words.trim();
  const debit = line.debits.find(({ kind, id }) => `${kind}:${id}` === payment);
  // It went elsewhere than it was sent to: two persons say so.
  const isElsewhere = move === 'match' && debit !== undefined && !debit.grounds.includes('account');
  const needsReason = WITH_REASON.includes(move) || isElsewhere;
  const short = reason.length < REASON_MIN;
  const unchosen = (move === 'credit' && !person) || (move === 'match' && payment === '');
  const decide = useMutation({
    mutationFn: () => send(move, line, { reason: needsReason ? reason : '', person, payment }),
    onSuccess: ({ state }) => {
      // Of a large sum the first of two persons has said so; asked to be opened again, the line is as it was.
      const waits = state === 'asked' || (move === 'reopen' && state === line.state);
      notify('success', t(waits ? 'asked' : 'done', { id: line.id }));
      onClose();
    },
    // Perhaps decided by another person by now: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('dialog.title', { id: line.id, act: t(`act.${move}`) })}
      confirm={t(`act.${move}`)}
      danger={move === 'return' || move === 'reject'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(line.amountTiyin)}</strong>
        {line.party.name === null ? '' : ` · ${line.party.name}`}
      </p>
      <Muted>{line.purpose}</Muted>
      <p>{t(`dialog.${move}`, { id: line.repeats?.lineId ?? '' })}</p>
      {line.repeats?.contradicts ? <RepeatText repeats={line.repeats} /> : null}
      {line.decision && (move === 'approve' || move === 'reject') ? (
        <FactBox>
          <Decision decision={line.decision} />
        </FactBox>
      ) : null}
      {line.alike.length > 0 && move === 'credit' ? (
        <Waiting>{t('alike', { ids: line.alike.map((id) => `№ ${id}`).join(', ') })}</Waiting>
      ) : null}
      {move === 'credit' ? (
        <PersonChoice suggested={line.credits} chosen={person} onChoose={setPerson} />
      ) : null}
      {move === 'match' && line.debits.length === 0 ? <p>{t('dialog.noPayment')}</p> : null}
      {move === 'match' && line.debits.length > 0 ? (
        <ChoiceField
          label={t('dialog.which')}
          value={payment}
          onChange={setPayment}
          options={line.debits.map(({ kind, id, personName, grounds }) => ({
            value: `${kind}:${id}`,
            label: `${t(`decision.${kind}`, { id })}, ${personName}`,
            hint: grounds.map((ground) => t(`ground.${ground}`)).join(', '),
          }))}
        />
      ) : null}
      {isElsewhere ? <Waiting>{t('dialog.otherAccount')}</Waiting> : null}
      {needsReason ? (
        <TextField
          label={t('dialog.reason')}
          maxLength={REASON_MAX}
          value={words}
          problem={short ? t('dialog.reasonShort', { count: REASON_MIN }) : null}
          data-autofocus
          onChange={({ target }) => setWords(target.value)}
        />
      ) : null}
      <FormProblem problem={unchosen ? t('dialog.choose') : null} />
    </FormDialog>
  );
}
