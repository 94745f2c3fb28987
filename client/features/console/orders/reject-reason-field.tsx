import { useTranslation } from 'react-i18next';
import { REJECT_REASONS, type RejectReason } from '#shared/limits/order-actions.ts';
import { OptionsField } from '#client/ui/input-field.tsx';

/** Letters of what the customer reads about a rejection. */
export const REJECT_WORDS = { min: 3, max: 500 };

interface RejectReasonFieldProps {
  reason: RejectReason | '';
  problem: string | null;
  onChange: (reason: RejectReason | '') => void;
}

/** Why an order is turned down for good, from the closed list. */
export function RejectReasonField({ reason, problem, onChange }: RejectReasonFieldProps) {
  const { t } = useTranslation(['console-orders', 'order-actions']);
  return (
    <OptionsField
      label={t('dialog.reason')}
      problem={problem}
      value={reason}
      data-autofocus
      onChange={({ target }) => onChange(REJECT_REASONS.find((each) => each === target.value) ?? '')}
    >
      <option value="">{t('dialog.choose')}</option>
      {REJECT_REASONS.map((each) => (
        <option key={each} value={each}>
          {t(`order-actions:reject.${each}`)}
        </option>
      ))}
    </OptionsField>
  );
}
