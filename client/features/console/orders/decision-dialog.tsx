import { useMutation } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveOrder,
  rejectOrder,
  returnOrder,
  type ModeratedOrder,
} from '#shared/api/console/console-orders.ts';
import { ReasonField } from '#client/entities/staff-work/reason-field.tsx';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { REJECT_WORDS } from './reject-words.ts';
import { clearRemarks, useRemarks, writtenRemarks } from './remarks.ts';
import css from './order.module.css';

export type Decision = 'approve' | 'return' | 'reject';

interface DecisionDialogProps {
  order: ModeratedOrder;
  decision: Decision;
  onClose: () => void;
  /** It is decided: the next one may come. */
  onDecided: () => void;
  /** It was found otherwise than shown: taken back, or taken by a colleague. */
  onChange: () => void;
}

/** What a decision does, once more before it is made, with what it needs. It is about the version that was examined. */
export function DecisionDialog({ order, decision, onClose, onDecided, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('console-orders');
  const [reason, setReason] = useState('');
  const [words, setWords] = useState('');
  const remarks = writtenRemarks(useRemarks(order.id));
  // The order on the page is read again meanwhile: a decision about another version is refused.
  const [{ id, version }] = useState(order);
  const short =
    decision === 'reject' && words.trim().length < REJECT_WORDS.min
      ? t('remark.short', { least: REJECT_WORDS.min })
      : null;
  const decide = useMutation({
    mutationFn: async (): Promise<'approved' | 'first' | 'returned' | 'rejected'> => {
      const params = { orderId: id };
      switch (decision) {
        case 'approve': {
          const { verdict } = await call(approveOrder, { params, body: { version } });
          return verdict === 'approved' ? 'approved' : 'first';
        }
        case 'return':
          await call(returnOrder, { params, body: { version, reason, remarks } });
          return 'returned';
        case 'reject':
          await call(rejectOrder, { params, body: { version, reason, text: words.trim() } });
          return 'rejected';
      }
    },
    onSuccess: (done) => {
      clearRemarks(id);
      notify('success', t(`done.${done}`, { number: id }));
      onDecided();
    },
    onError: onChange,
  });
  const { needsSecond, firstApproval } = order;
  const failed = order.checkList.filter(({ passed }) => !passed);
  return (
    <FormDialog
      title={t(`dialog.${decision}`)}
      confirm={t(`act.${decision}`)}
      danger={decision === 'reject'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <Muted>
        {t(
          `dialog.${decision === 'approve' && needsSecond && firstApproval === null ? 'approveFirst' : decision}Text`,
        )}
      </Muted>
      {decision === 'approve' && failed.length > 0 ? (
        <div className={css.problem}>
          <CircleX size={16} aria-hidden />
          <span>
            {t('dialog.approveFailed', { count: failed.length })}{' '}
            {failed.map(({ check }) => t(`order-actions:check.${check}`)).join('; ')}
          </span>
        </div>
      ) : null}
      {decision === 'return' ? (
        <>
          <ReasonField list="order-returns" value={reason} onChange={setReason} />
          <ul className={css.lines}>
            {remarks.map(({ field, text }) => (
              <li key={field}>
                <span>{t(`order:field.${field}`)}:</span> {text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {decision === 'reject' ? (
        <>
          <ReasonField list="order-refusals" value={reason} onChange={setReason} />
          <TextField
            label={t('dialog.words')}
            hint={t('dialog.wordsHint')}
            problem={short}
            maxLength={REJECT_WORDS.max}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </>
      ) : null}
    </FormDialog>
  );
}
