import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { doAct, doActRes } from '#shared/api/cabinet/order-actions.ts';
import type { CustomerProtest } from '#shared/api/cabinet/protests.ts';
import { PROTEST_ANSWER_TEXT } from '#shared/limits/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
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
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const reason = text.trim();
  const short = reason.length < PROTEST_ANSWER_TEXT.min;
  const answer = useMutation({
    mutationFn: async () => {
      const { id: orderId, version } = order;
      const ready = await call(doAct, { body: { orderId, version, action, protestId: protest.id, reason } });
      return ready.verdict === 'ready' ? call(doActRes, { body: { token: ready.token } }) : ready;
    },
    onSuccess: ({ verdict }) => {
      if (verdict !== 'done') return;
      notify('success', t(`acted.${action}`));
      onClose();
    },
    // Refused or not, somebody may have changed it meanwhile.
    onSettled: () => void refresh(),
  });
  const refused =
    answer.data?.verdict === 'refused'
      ? t(`order-actions:refused.${answer.data.reason}`, { amount: '', time: '', until: '' })
      : null;
  const ends = action === 'reject-protest' && protest.rejectionEnds;
  return (
    <FormDialog
      title={t(`act.${action}`)}
      confirm={t(`act.${action}`)}
      danger={action === 'accept-protest'}
      busy={answer.isPending}
      error={refused ?? answer.error}
      onSubmit={() => {
        setTried(true);
        if (!short) answer.mutate();
      }}
      onClose={onClose}
    >
      <p>{t(ends ? 'ofOrder.rejectEnds' : `ofOrder.text.${action}`)}</p>
      <TextField
        label={t('reasons')}
        hint={t('letters', { count: reason.length, most: PROTEST_ANSWER_TEXT.max })}
        error={tried && short ? t('short', { count: PROTEST_ANSWER_TEXT.min }) : null}
        maxLength={PROTEST_ANSWER_TEXT.max}
        rows={6}
        value={text}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
