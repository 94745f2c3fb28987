import { useTranslation } from 'react-i18next';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import type { AskedText } from '#client/ui/text-dialog.tsx';

/** The reason of an action on a room, which its participants see. Needs the texts of `console`. */
export function useRoomReason(limits: AskedText['limits'] = STAFF_REASON): AskedText {
  const { t } = useTranslation('console');
  return {
    label: t('dialog.reason'),
    hint: t('dialog.reasonHint'),
    limits,
    short: t('dialog.reasonShort', { count: limits.min }),
  };
}
