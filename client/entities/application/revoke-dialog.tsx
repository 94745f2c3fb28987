import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestRevoke, type ConsoleApplication } from '#shared/api/cabinet/user-order.ts';
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

/**
 * Asks a second person to take the right to a lot away: who, from what, what becomes of the deposit, and the reason the person reads; of
 * who leads, together with what becomes of the lot.
 */
export function RevokeDialog({ application, onClose, onChange }: RevokeDialogProps) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const [lot, setLot] = useState<AfterRevoke>('continue');
  const { id, number, person, title, lotNumber, leading } = application;
  return (
    <TextDialog
      title={t('revoke.title')}
      confirm={t('revoke.ask')}
      danger
      text={{
        label: t('revoke.reason'),
        hint: t('revoke.reasonHint'),
        limits: STAFF_REASON,
        short: t('revoke.reasonShort', { count: STAFF_REASON.min }),
      }}
      send={(reason) => call(requestRevoke, { params: { id }, body: { reason, lot } })}
      outcome={(answer) => {
        if (answer.verdict === 'refused') return { refused: t(`revoke.refused.${answer.reason}`) };
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
      {leading ? (
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
