import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveNumberClaim,
  proposeNumberClaim,
  rejectNumberClaim,
  returnNumberClaim,
  type ClaimMove,
  type NumberClaim,
} from '#shared/api/cabinet/number-claims.ts';
import { CLAIM_REASON } from '#shared/limits/number-claims.ts';
import { call } from '#client/lib/api-client.ts';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

function send(move: ClaimMove, claimId: number, reason: string): Promise<NumberClaim> {
  const params = { claimId };
  switch (move) {
    case 'propose':
      return call(proposeNumberClaim, { params, body: { reason } });
    case 'return':
      return call(returnNumberClaim, { params, body: { reason } });
    case 'reject':
      return call(rejectNumberClaim, { params, body: { reason } });
    case 'approve':
      return call(approveNumberClaim, { params, body: {} });
  }
}

interface DecideDialogProps {
  claim: NumberClaim;
  move: ClaimMove;
  onClose: () => void;
  onDone: (claim: NumberClaim) => void;
  /** Perhaps a colleague decided meanwhile: what is shown is read again. */
  onFailure: () => void;
}

/** One decision about a claim, with what follows from it and the words it needs. */
export function DecideDialog({ claim, move, onClose, onDone, onFailure }: DecideDialogProps) {
  const { t } = useTranslation('console-number-claims');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const written = reason.trim();
  const short = move !== 'approve' && written.length < CLAIM_REASON.min;
  const decide = useMutation({
    mutationFn: () => send(move, claim.id, written),
    onSuccess: (now) => {
      notify('success', t(`done.${move}`));
      onDone(now);
      onClose();
    },
    onError: onFailure,
  });
  return (
    <FormDialog
      title={t(`move.${move}`)}
      confirm={t(`confirm.${move}`)}
      danger={move === 'reject'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <FactBox>
        <strong>
          {t(`field.${claim.field}`)} {claim.number}
        </strong>
        <span>{t('to', { name: claim.claimant.name })}</span>
        {claim.holders.map(({ id, name }) => (
          <small key={id}>{t('from', { name })}</small>
        ))}
      </FactBox>
      <Muted>{t(`effect.${move}`)}</Muted>
      {move === 'approve' ? null : (
        <TextField
          label={t(`reason.${move}`)}
          maxLength={CLAIM_REASON.max}
          error={tried && short ? t('short', { count: CLAIM_REASON.min }) : null}
          value={reason}
          data-autofocus
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  );
}
