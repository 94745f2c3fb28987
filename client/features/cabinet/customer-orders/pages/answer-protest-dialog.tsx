import { useTranslation } from 'react-i18next';
import { doAct, doActRes } from '#shared/api/cabinet/order-actions.ts';
import type { CustomerProtest } from '#shared/api/cabinet/protests.ts';
import { PROTEST_ANSWER_TEXT } from '#shared/limits/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { useRefreshOrders } from '../order-queries.ts';

export type ProtestAction = 'accept-protest' | 'reject-protest';

interface AnswerDialogProps {
  order: { id: number; version: number };
  protest: CustomerProtest;
  action: ProtestAction;
  onClose: () => void;
}

/** The customer's answer with its reasons: asked for and carried out in one press. */
export function AnswerDialog({ order, protest, action, onClose }: AnswerDialogProps) {
  const { t } = useTranslation(['protests', 'order-actions']);
  const refresh = useRefreshOrders();
  const ends = action === 'reject-protest' && protest.rejectionEnds;
  return (
    <TextDialog
      title={t(`act.${action}`)}
      confirm={t(`act.${action}`)}
      danger={action === 'accept-protest'}
      text={{
        label: t('reasons'),
        hint: (count) => t('letters', { count, most: PROTEST_ANSWER_TEXT.max }),
        limits: PROTEST_ANSWER_TEXT,
        short: t('short', { count: PROTEST_ANSWER_TEXT.min }),
        rows: 6,
      }}
      send={async (reason) => {
        const { id: orderId, version } = order;
        const body = { orderId, version, action, protestId: protest.id, reason };
        const ready = await call(doAct, { body });
        return ready.verdict === 'ready' ? call(doActRes, { body: { token: ready.token } }) : ready;
      }}
      outcome={(answer) => {
        if (answer.verdict === 'done') return { done: t(`acted.${action}`) };
        // Only an order that is sent is said to be incomplete.
        const reason = answer.verdict === 'refused' ? answer.reason : 'protest-over';
        return { refused: t(`order-actions:refused.${reason}`, { amount: '', time: '', until: '' }) };
      }}
      // Refused or not, somebody may have changed it meanwhile.
      onSettled={refresh}
      onClose={onClose}
    >
      <p>{t(ends ? 'ofOrder.rejectEnds' : `ofOrder.text.${action}`)}</p>
    </TextDialog>
  );
}
