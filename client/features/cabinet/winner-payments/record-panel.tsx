import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** The seller says that the property is with the buyer. */
export function RecordPanel({ settlementId, again }: { settlementId: number; again: () => void }) {
  const { t } = useTranslation(['winner-payments', 'ui']);
  const [asked, setAsked] = useState(false);
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(recordHandOver, { body: { settlementId } }),
    onSuccess: ({ verdict }) => {
      setAsked(false);
      if (verdict === 'recorded') notify('success', t('record.done'));
      else notify('warning', t('record.over'));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: again,
  });
  return (
    <div>
      <Button
        variant="default"
        size="md"
        leftSection={<CircleCheck size={18} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('record.press')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('record.ask')}
        confirm={t('record.press')}
        cancel={t('ui:action.cancel')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setAsked(false)}
      >
        {t('record.askText')}
      </ConfirmDialog>
    </div>
  );
}
