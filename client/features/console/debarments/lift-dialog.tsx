import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  proposeBarLift,
  type DebarmentProposal,
  type ConsoleBar,
} from '#shared/api/console/console-debarments.ts';
import { BAR_REASON_MAX, BAR_REASON_MIN } from '#shared/limits/debarments.ts';
import { call } from '#client/lib/api-client.ts';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { day } from './day.ts';

interface LiftDialogProps {
  bar: ConsoleBar;
  onClose: () => void;
  onBegun: (proposal: DebarmentProposal) => void;
  onChange: () => void;
}

/** Begins a proposal to lift a bar; its evidence comes next. */
export function LiftDialog({ bar, onClose, onBegun, onChange }: LiftDialogProps) {
  const { t } = useTranslation('console-bars');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const written = reason.trim();
  const short = written.length < BAR_REASON_MIN;
  const propose = useMutation({
    mutationFn: () => call(proposeBarLift, { params: { barId: bar.id }, body: { reason: written } }),
    onSuccess: onBegun,
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('lift.title', { id: bar.id })}
      confirm={t('toEvidence')}
      busy={propose.isPending}
      error={propose.error}
      onSubmit={() => {
        setTried(true);
        if (!short) propose.mutate();
      }}
      onClose={onClose}
    >
      <FactBox>
        <span>{bar.person.name}</span>
        <small>
          {bar.person.idMasked} · {day(bar.startDate)} – {day(bar.endDate)}
        </small>
      </FactBox>
      <Muted>{t('lift.text')}</Muted>
      <TextField
        label={t('reason')}
        maxLength={BAR_REASON_MAX}
        error={tried && short ? t('reasonShort', { count: BAR_REASON_MIN }) : null}
        value={reason}
        data-autofocus
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
