import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestRevoke, revokeApplication, type ConsoleApplication } from '#shared/api/cabinet/user-order.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { AFTER_REVOKE, type AfterRevoke } from '#shared/lifecycles/trade-application-refusals.ts';
import { call } from '#client/lib/api-client.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import css from './revoke-dialog.module.css';

interface RevokeDialogProps {
  application: Pick<ConsoleApplication, 'id' | 'number' | 'person' | 'title' | 'lotNumber' | 'leading'>;
  onClose: () => void;
  /** Something was done, or found otherwise than shown. */
  onChange: () => void;
}

/** @param lot what becomes of it, which a second person approves; null: the right is taken away at once */
function send(id: number, reason: string, lot: AfterRevoke | null) {
  const params = { id };
  return lot === null
    ? call(revokeApplication, { params, body: { reason } })
    : call(requestRevoke, { params, body: { reason, lot } });
}

/**
 * Takes the right to a lot away: who, from what, what becomes of the deposit, and the reason the person reads. Where bidding
 * has begun it only asks a second person; of who leads, together with what becomes of the lot.
 */
export function RevokeDialog({ application, onClose, onChange }: RevokeDialogProps) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const [lot, setLot] = useState<AfterRevoke>('continue');
  const [leads, setLeads] = useState(application.leading);
  const [runs, setRuns] = useState(application.leading);
  const { id, number, person, title, lotNumber } = application;
  return (
    <TextDialog
      title={t('revoke.title')}
      confirm={t(runs ? 'revoke.ask' : 'revoke.do')}
      danger
      text={{
        label: t('revoke.reason'),
        hint: t('revoke.reasonHint'),
        limits: STAFF_REASON,
        short: t('revoke.reasonShort', { count: STAFF_REASON.min }),
      }}
      send={async (reason) => {
        const answer = await send(id, reason, runs ? lot : null);
        if (answer.verdict === 'refused') {
          if (answer.reason === 'leading') setLeads(true);
          if (answer.reason === 'leading' || answer.reason === 'running') setRuns(true);
        }
        return answer;
      }}
      outcome={(answer) => {
        if (answer.verdict === 'refused') return { refused: t(`revoke.refused.${answer.reason}`) };
        if (answer.verdict === 'revoked')
          return { done: t(`revoke.done.${answer.deposit === 'held' ? 'held' : 'free'}`, { number }) };
        const time = formatTime(answer.expiresAtMs);
        return { done: t(answer.already ? 'revoke.askedBefore' : 'revoke.asked', { number, time }) };
      }}
      onSettled={onChange}
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
          <Muted>{t('revoke.leadsText')}</Muted>
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
        <Muted>{t('revoke.text')}</Muted>
      )}
    </TextDialog>
  );
}
