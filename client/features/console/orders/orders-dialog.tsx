import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  claimOrder,
  rejectOrder,
  releaseOrder,
  type QueuedOrder,
} from '#shared/api/console/console-orders.ts';
import { ReasonField } from '#client/entities/staff-work/reason-field.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import { BulkDialog } from '#client/ui/staff-list/bulk-dialog.tsx';
import { REJECT_WORDS } from './reject-words.ts';

/** An approval and a return are about what one order says, so they are made on its page alone. */
type BulkOrderVerb = 'claim' | 'release' | 'reject';

/** Which orders each may be done to: only one that the moderator has taken for review is rejected. */
export const BULK_ORDER_VERBS: Record<BulkOrderVerb, (order: QueuedOrder) => boolean> = {
  claim: ({ status, claim }) => status === 'sent' && claim === null,
  release: ({ status, claim }) => status === 'sent' && claim?.mine === true,
  reject: ({ status, claim }) => status === 'sent' && claim?.mine === true,
};

interface OrdersDialogProps {
  orders: readonly QueuedOrder[];
  verb: BulkOrderVerb;
  onClose: (sent: boolean) => void;
  onChange: () => void;
}

/** Takes several orders for review, gives them back, or rejects them with one reason and the same words to their customers. */
export function OrdersDialog({ orders, verb, onClose, onChange }: OrdersDialogProps) {
  const { t } = useTranslation('console-orders');
  const titleOf = useOrderTitle();
  const [reason, setReason] = useState('');
  const chooses = verb === 'reject';

  const carryOut = async ({ id, version }: QueuedOrder, text: string): Promise<string> => {
    const params = { orderId: id };
    if (verb === 'claim') {
      const { untilMs } = await call(claimOrder, { params });
      return t('claim.own', { time: formatTime(untilMs) });
    }
    if (verb === 'release') {
      await call(releaseOrder, { params });
      return t('claim.released');
    }
    await call(rejectOrder, { params, body: { version, reason, text } });
    return t('done.rejected', { number: id });
  };

  return (
    <BulkDialog
      title={t(chooses ? 'dialog.rejectSeveral' : `claim.${verb === 'claim' ? 'take' : 'release'}`)}
      confirm={t(chooses ? 'act.reject' : `claim.${verb === 'claim' ? 'take' : 'release'}`)}
      danger={chooses}
      text={
        chooses
          ? {
              label: t('dialog.words'),
              hint: t('dialog.wordsHint'),
              limits: REJECT_WORDS,
              short: t('remark.short', { least: REJECT_WORDS.min }),
            }
          : null
      }
      rows={orders}
      rowKey={({ id }) => id}
      nameOf={(order) => `${t('number', { number: order.id })} · ${titleOf(order)}`}
      send={async (order, text) => ({ done: true, text: await carryOut(order, text) })}
      onSettled={onChange}
      onClose={onClose}
    >
      {chooses ? (
        <>
          <p>{t('dialog.rejectText')}</p>
          <ReasonField list="order-refusals" value={reason} onChange={setReason} />
        </>
      ) : null}
    </BulkDialog>
  );
}
