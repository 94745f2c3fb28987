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
import { TextDialog } from '#client/ui/text-dialog.tsx';

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
  onSettled: () => void;
}

/** One decision about a claim, with what follows from it and the words it needs. */
export function DecideDialog({ claim, move, onClose, onDone, onSettled }: DecideDialogProps) {
  const { t } = useTranslation('console-number-claims');
  return (
    <TextDialog
      title={t(`move.${move}`)}
      confirm={t(`confirm.${move}`)}
      danger={move === 'reject'}
      text={
        move === 'approve'
          ? null
          : {
              label: t(`reason.${move}`),
              limits: CLAIM_REASON,
              short: t('short', { count: CLAIM_REASON.min }),
            }
      }
      send={async (reason) => onDone(await send(move, claim.id, reason))}
      outcome={() => ({ done: t(`done.${move}`) })}
      onSettled={onSettled}
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
    </TextDialog>
  );
}
