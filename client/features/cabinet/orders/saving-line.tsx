import { CheckCircle2, CloudOff, CloudUpload, LogIn, PencilLine, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOpen } from '#client/lib/upload/upload-queue.ts';
import type { FileUpload } from '#client/entities/file/uploads.ts';
import { formatDateShort, formatDateTime, formatTime } from '#client/lib/format/date.ts';
import { currentPath, loginUrl } from '#client/lib/paths.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import type { Draft } from './draft/draft-saving.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import css from './order-create.module.css';

interface SavingLineProps {
  draft: Draft<OrderFields>;
  uploads: readonly FileUpload[];
  onRetry: () => void;
}

/** In one line: when everything was saved, or what is being sent and what it waits for. */
export function SavingLine({ draft, uploads, onRetry }: SavingLineProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const errorText = useErrorText();
  const { kind, Icon, words } = useLine(draft, uploads);
  const { state } = draft;
  return (
    <div className={css.state} data-kind={kind} data-testid="draft-state" data-state={state}>
      <Icon size={20} aria-hidden />
      {/* Each letter typed would be read out: only what stays or goes wrong is. */}
      <span role={state === 'typing' || state === 'saving' ? undefined : 'status'}>
        {words}
        {state === 'refused' || state === 'closed' ? ` ${errorText(draft.error)}` : null}
      </span>
      {state === 'signed-out' ? <a href={loginUrl(currentPath())}>{t('ui:action.signIn')}</a> : null}
      {state === 'no-connection' || state === 'server-busy' || state === 'refused' ? (
        <button type="button" onClick={onRetry}>
          {t('ui:error.retry')}
        </button>
      ) : null}
    </div>
  );
}

function useLine(draft: Draft<OrderFields>, uploads: readonly FileUpload[]) {
  const { t } = useTranslation('orders');
  const open = uploads.filter(isOpen);
  const left = open.length;
  const failed = uploads.length - left;
  const line = (
    kind: 'success' | 'info' | 'warning' | 'danger',
    Icon: typeof CheckCircle2,
    words: string,
  ) => ({
    kind,
    Icon,
    words,
  });
  switch (draft.state) {
    case 'no-connection':
      return line('warning', CloudOff, t('saving.noConnection'));
    case 'server-busy':
      return line('warning', CloudOff, t('saving.serverBusy'));
    case 'signed-out':
      return line('warning', LogIn, t('saving.signedOut'));
    case 'changed-elsewhere':
      return line('danger', TriangleAlert, t('saving.changedElsewhere'));
    case 'refused':
    case 'closed':
      return line('danger', TriangleAlert, t(`saving.${draft.state}`));
    case 'typing':
      return line('info', PencilLine, t('saving.typing'));
    case 'saving':
      return line('info', CloudUpload, t('saving.saving'));
    case 'saved':
  }
  if (open.some(({ state }) => state === 'no-connection'))
    return line('warning', CloudOff, t('state.no-connection', { left }));
  if (open.some(({ state }) => state === 'server-busy'))
    return line('warning', CloudOff, t('state.server-busy', { left }));
  if (left > 0) return line('info', CloudUpload, t('state.sending', { left }));
  if (failed > 0) return line('danger', TriangleAlert, t('state.failed', { failed }));
  const { savedAtMs } = draft;
  const today = formatDateShort(savedAtMs) === formatDateShort(nowMs());
  const time = today ? formatTime(savedAtMs, { seconds: true }) : formatDateTime(savedAtMs);
  return line('success', CheckCircle2, t('state.saved', { time }));
}
