import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createUserOrder, sendApplyCode, sendApplyCodeFromCabinet } from '#shared/api/cabinet/user-order.ts';
import { CANCELLATION_CLOSED_MINUTES } from '#shared/limits/trade-terms.ts';
import { call } from '#client/lib/api-client.ts';
import { depositLimit } from './deposit-limit.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { CodeDialog } from '#client/ui/code-entry/code-dialog.tsx';
import { useLocalized } from '#client/lib/use-localized.ts';
import { notify } from '#client/ui/toasts.tsx';
import { afterApplicationChange } from './application-change.ts';
import { useApplyAnswers } from './apply-answers.tsx';
import { useLotDetails } from './use-lot-details.ts';

export interface ApplyDialogProps {
  lotId: number;
  depositTiyin: number;
  /** Where it was opened. */
  from: 'card' | 'cabinet';
  onClose: () => void;
}

const MINUTE_MS = 60_000;

/** Applying for a lot: what is held, what it allows and when it comes back, then the code. */
export default function ApplyDialog({ lotId, depositTiyin, from, onClose }: ApplyDialogProps) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const queries = useQueryClient();
  const answers = useApplyAnswers(lotId);
  // Known already where it was opened on the lot's card. Without an answer the line is left out: the room says the limit, too.
  const { data: lot } = useLotDetails(lotId);
  const limitTiyin = lot ? depositLimit(lot) : null;
  const body = { lotId };
  return (
    <CodeDialog
      title={t('apply.title')}
      thing={lot && localized(lot.title)}
      confirmLabel={t('apply.confirm')}
      send={async () =>
        answers.applySending(await call(from === 'card' ? sendApplyCode : sendApplyCodeFromCabinet, { body }))
      }
      confirm={async (code) => answers.applied(await call(createUserOrder, { body: { lotId, code } }))}
      onUnknown={() => afterApplicationChange(queries, lotId)}
      onDone={() => {
        notify('success', t('apply.done'));
        afterApplicationChange(queries, lotId);
        onClose();
      }}
      onClose={onClose}
    >
      {depositTiyin > 0 ? (
        <p>{t('apply.deposit', { deposit: formatMoney(depositTiyin) })}</p>
      ) : (
        <p>{t('apply.noDeposit')}</p>
      )}
      {limitTiyin === null ? null : <p>{t('apply.limit', { limit: formatMoney(limitTiyin) })}</p>}
      {lot ? <CancelRule applicationsUntilMs={lot.applicationsUntilMs} /> : null}
    </CodeDialog>
  );
}

/** Until when the application can be cancelled, or that it cannot be any more. */
function CancelRule({ applicationsUntilMs }: { applicationsUntilMs: number }) {
  const { t } = useTranslation('applications');
  const untilMs = applicationsUntilMs - CANCELLATION_CLOSED_MINUTES * MINUTE_MS;
  return (
    <p>
      {usePassed(untilMs)
        ? t('apply.cancelOver', { count: CANCELLATION_CLOSED_MINUTES })
        : t('apply.cancelUntil', { time: formatDateTime(untilMs) })}
    </p>
  );
}
