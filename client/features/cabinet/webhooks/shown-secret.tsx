import { useTranslation } from 'react-i18next';
import { ShownOnce } from '#client/entities/shown-once/shown-once.tsx';

/** The secret of a listener, this once. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <ShownOnce
      title={t('made')}
      text={t('madeText')}
      secret={secret}
      stored={t('stored')}
      onClose={onClose}
    />
  );
}
