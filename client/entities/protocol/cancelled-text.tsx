import { useTranslation } from 'react-i18next';
import type { OwnProtocol } from '#shared/api/cabinet/protocols.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';

/** When a protocol lost its force, and why. */
export function CancelledText({ cancelled }: { cancelled: NonNullable<OwnProtocol['cancelled']> }) {
  const { t } = useTranslation('protocols');
  const time = formatDateTimeShort(cancelled.atMs);
  return (
    <>
      {cancelled.reason === null ? time : t('cancelled', { time, reason: t(`reason.${cancelled.reason}`) })}
    </>
  );
}
