import { useTranslation } from 'react-i18next';
import { ChoiceField } from '#client/ui/choice-field.tsx';

/** Whether a lot that is withdrawn is to be put on trade again. */
export function WithdrawChoice({
  repeat,
  onChange,
}: {
  repeat: boolean;
  onChange: (repeat: boolean) => void;
}) {
  const { t } = useTranslation('console');
  return (
    <ChoiceField
      label={t('withdraw.then')}
      value={repeat ? 'repeat' : 'end'}
      onChange={(value) => onChange(value === 'repeat')}
      options={[
        { value: 'end', label: t('withdraw.end') },
        { value: 'repeat', label: t('withdraw.repeat'), hint: t('withdraw.repeatHint') },
      ]}
    />
  );
}
