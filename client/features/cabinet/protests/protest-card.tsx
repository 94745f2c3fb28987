import { useMutation, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawProtest, type MyProtest } from '#shared/api/cabinet/protests.ts';
import { PROTEST_FILES_MAX } from '#shared/limits/protests.ts';
import { documentsQuery } from '#client/entities/file/file-queries.ts';
import { DocumentSection } from '#client/entities/file/document-section.tsx';
import { ProtestBadge } from '#client/entities/protest/protest-badge.tsx';
import { ProtestFiles } from '#client/entities/protest/protest-files.tsx';
import { ProtestWords } from '#client/entities/protest/protest-texts.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { useRefreshProtests } from './protest-queries.ts';

/** My protest: how far it is, what was said, its files, and the way back while no one has answered. */
export function ProtestCard({ protest }: { protest: MyProtest }) {
  const { t } = useTranslation(['protests', 'ui']);
  const [asking, setAsking] = useState(false);
  const { id, state, admitByMs, answerByMs, canWithdraw, filesUntilMs } = protest;
  const place = { owner: 'protest', ownerId: id } as const;
  const { data } = useQuery({ ...documentsQuery(place), enabled: filesUntilMs === null });
  const withdraw = useWithdraw(id, () => setAsking(false));
  return (
    <div className={layout.fluidStack4}>
      <p className={layout.centredRow23}>
        <ProtestBadge state={state} />
        <span>{t(`means.${state}`, { time: formatDateTime(answerByMs ?? admitByMs) })}</span>
      </p>
      <ProtestWords protest={protest} author={t('me')} />
      {filesUntilMs === null ? (
        <ProtestFiles files={data?.items ?? []} />
      ) : (
        <>
          <p className={layout.muted}>{t('filesUntil', { time: formatDateTime(filesUntilMs) })}</p>
          <DocumentSection place={place} most={PROTEST_FILES_MAX} lead={t('filesLead')} isPrivate />
        </>
      )}
      {canWithdraw ? (
        <div>
          <Button
            variant="subtle"
            size="md"
            leftSection={<Undo2 size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('withdraw')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={t('withdrawAsk')}
        confirm={t('withdraw')}
        cancel={t('ui:action.cancel')}
        danger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t('withdrawText')}
      </ConfirmDialog>
    </div>
  );
}

function useWithdraw(protestId: number, onDone: () => void) {
  const { t } = useTranslation('protests');
  const refresh = useRefreshProtests();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: () => call(withdrawProtest, { body: { protestId } }),
    onSuccess: ({ verdict }) =>
      verdict === 'withdrawn' ? notify('success', t('withdrawn')) : notify('warning', t('tooLateToWithdraw')),
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      void refresh();
      onDone();
    },
  });
}
