import { useTranslation } from 'react-i18next';
import type { StaffTask } from '#shared/api/console/staff-tasks.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import type { AskedText } from '#client/ui/text-dialog.tsx';

/** What was done, in words; they are never changed afterwards. */
export function useFinishNote(): AskedText {
  const { t } = useTranslation('staff-tasks');
  return {
    label: t('note'),
    hint: t('noteHint'),
    limits: STAFF_REASON,
    short: t('noteShort', { count: STAFF_REASON.min }),
  };
}

/** The lot or the order that a task is about. */
export function useTaskSubject(): (task: StaffTask) => string {
  const { t } = useTranslation('staff-tasks');
  const localized = useLocalized();
  return ({ lotTitle, lotId, orderId }) =>
    lotTitle ? `${localized(lotTitle)} · № ${lotId}` : t('order', { number: orderId });
}
