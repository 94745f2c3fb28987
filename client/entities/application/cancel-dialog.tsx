import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelUserOrder, sendCancelCode } from '#shared/api/cabinet/user-order.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { CodeDialog } from '#client/ui/code-entry/code-dialog.tsx';
import { useLocalized } from '#client/lib/use-localized.ts';
import { notify } from '#client/ui/toasts.tsx';
import { afterApplicationChange } from './application-change.ts';
import { useApplyAnswers } from './apply-answers.tsx';
import { useLotDetails } from './use-lot-details.ts';

export interface CancelDialogProps {
  lotId: number;
  /** Held for this lot; 0: nothing. */
  depositTiyin: number;
  onClose: () => void;
}

/** Cancelling an application: what comes back, then the code. */
export default function CancelDialog({ lotId, depositTiyin, onClose }: CancelDialogProps) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const { data: lot } = useLotDetails(lotId);
  const queries = useQueryClient();
  const answers = useApplyAnswers(lotId);
  return (
    <CodeDialog
      title={t('cancel.title')}
      thing={lot && localized(lot.title)}
      confirmLabel={t('cancel.confirm')}
      danger
      send={async () => {
        const answer = await call(sendCancelCode, { body: { lotId } });
        if (answer.verdict === 'refused')
          return { step: 'stopped', text: t(`cancel.refused.${answer.reason}`) };
        return answers.sending(answer) ?? { step: 'done' };
      }}
      confirm={async (code) => {
        const answer = await call(cancelUserOrder, { body: { lotId, code } });
        if (answer.verdict === 'refused')
          return { step: 'stopped', text: t(`cancel.refused.${answer.reason}`) };
        return answer.verdict === 'code' ? answers.code(answer.problem) : { step: 'done' };
      }}
      onUnknown={() => afterApplicationChange(queries, lotId)}
      onDone={() => {
        notify('success', t('cancel.done'));
        afterApplicationChange(queries, lotId);
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {depositTiyin > 0
          ? t('cancel.deposit', { deposit: formatMoney(depositTiyin) })
          : t('cancel.noDeposit')}
      </p>
    </CodeDialog>
  );
}
