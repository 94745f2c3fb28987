import { useMutation } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestRevoke, revokeApplication, type ConsoleApplication } from '#shared/api/cabinet/user-order.ts';
import { REASON_MAX, REASON_MIN } from '#shared/limits/room-actions.ts';
import {
  AFTER_REVOKE,
  type AfterRevoke,
  type RevokeRefusal,
} from '#shared/lifecycles/trade-application-refusals.ts';
import { call } from '#client/lib/api-client.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './applications.module.css';

interface RevokeDialogProps {
  application: ConsoleApplication;
  onClose: () => void;
  /** Something was done, or found otherwise than shown. */
  onChange: () => void;
}

/**
 * Takes the right to a lot away: who, from what, what becomes of the deposit, and the reason the person reads. Where bidding
 * has begun it only asks a second person; of who leads, together with what becomes of the lot.
 */
export function RevokeDialog({ application, onClose, onChange }: RevokeDialogProps) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const [reason, setReason] = useState('');
  const [lot, setLot] = useState<AfterRevoke>('continue');
  const [leads, setLeads] = useState(application.leading);
  const [runs, setRuns] = useState(application.leading);
  const [tried, setTried] = useState(false);
  const { id, number, person, title, lotNumber } = application;
  const params = { id };
  const short = reason.trim().length < REASON_MIN;
  const revoke = useMutation({
    mutationFn: async (): Promise<RevokeRefusal | null> => {
      const stated = reason.trim();
      if (runs) {
        const asked = await call(requestRevoke, { params, body: { reason: stated, lot } });
        if (asked.verdict === 'refused') return asked.reason;
        const time = formatTime(asked.expiresAtMs);
        notify('success', t(asked.already ? 'revoke.askedBefore' : 'revoke.asked', { number, time }));
        return null;
      }
      const answer = await call(revokeApplication, { params, body: { reason: stated } });
      if (answer.verdict === 'refused') return answer.reason;
      notify('success', t(`revoke.done.${answer.deposit === 'held' ? 'held' : 'free'}`, { number }));
      return null;
    },
    onSuccess: (refusal) => {
      if (refusal === null) onClose();
      if (refusal === 'leading') setLeads(true);
      if (refusal === 'leading' || refusal === 'running') setRuns(true);
    },
    onSettled: onChange,
  });
  const refusal = revoke.data ?? null;
  return (
    <FormDialog
      title={t('revoke.title')}
      confirm={t(runs ? 'revoke.ask' : 'revoke.do')}
      danger
      busy={revoke.isPending}
      error={refusal ? t(`revoke.refused.${refusal}`) : revoke.error}
      onSubmit={() => {
        setTried(true);
        if (!short) revoke.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{t('mine.number', { number })}</strong> · {person?.name || person?.id}
        <br />
        {localized(title)} · {t('lots:tile.number', { number: lotNumber })}
      </p>
      {leads ? (
        <>
          <p className={css.second}>
            <UserCheck size={18} aria-hidden /> {t('revoke.leads')}
          </p>
          <p className={css.muted}>{t('revoke.leadsText')}</p>
          <ChoiceField
            label={t('revoke.lot')}
            value={lot}
            onChange={setLot}
            options={AFTER_REVOKE.map((value) => ({
              value,
              label: t(`revoke.after.${value}`),
              hint: t(`revoke.afterText.${value}`),
            }))}
          />
        </>
      ) : (
        <p className={css.muted}>{t('revoke.text')}</p>
      )}
      <TextField
        label={t('revoke.reason')}
        hint={t('revoke.reasonHint')}
        error={tried && short ? t('revoke.reasonShort', { count: REASON_MIN }) : null}
        maxLength={REASON_MAX}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
