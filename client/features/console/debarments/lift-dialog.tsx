import { useTranslation } from 'react-i18next';
import {
  proposeBarLift,
  type DebarmentProposal,
  type ConsoleBar,
} from '#shared/api/console/console-debarments.ts';
import { BAR_REASON_MAX, BAR_REASON_MIN } from '#shared/limits/debarments.ts';
import { call } from '#client/lib/api-client.ts';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
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
  return (
    <TextDialog
      title={t('lift.title', { id: bar.id })}
      confirm={t('toEvidence')}
      text={{
        label: t('reason'),
        limits: { min: BAR_REASON_MIN, max: BAR_REASON_MAX },
        short: t('reasonShort', { count: BAR_REASON_MIN }),
      }}
      send={(reason) => call(proposeBarLift, { params: { barId: bar.id }, body: { reason } })}
      outcome={(proposal) => ({ next: () => onBegun(proposal) })}
      onSettled={onChange}
      onClose={onClose}
    >
      <FactBox>
        <span>{bar.person.name}</span>
        <small>
          {bar.person.idMasked} · {day(bar.startDate)} – {day(bar.endDate)}
        </small>
      </FactBox>
      <Muted>{t('lift.text')}</Muted>
    </TextDialog>
  );
}
