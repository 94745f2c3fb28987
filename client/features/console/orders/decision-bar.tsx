import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { claimOrder, releaseOrder, type ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { call } from '#client/lib/api-client.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import type { Decision } from './decision-dialog.tsx';
import css from './order.module.css';

/** Takes an order for review, or gives it back. Repeating the claim extends it. */
export function useClaim(order: ModeratedOrder | undefined, onChange: () => Promise<unknown>) {
  const { t } = useTranslation('console-orders');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: async (verb: 'claim' | 'release') => {
      const params = { orderId: order?.id ?? 0 };
      if (verb === 'release') {
        await call(releaseOrder, { params });
        return t('claim.released');
      }
      const { untilMs } = await call(claimOrder, { params });
      return t('claim.taken', { time: formatTime(untilMs) });
    },
    onSuccess: (said) => notify('success', said),
    // A colleague was quicker, or its customer took it back: the server's own words, and the order as it is now.
    onError: (error) => notify('error', errorText(error)),
    onSettled: onChange,
  });
  return { act: mutate, busy: isPending };
}

interface DecisionBarProps {
  order: ModeratedOrder;
  /** Remarks that a return would send. */
  remarkCount: number;
  /** Not now: the order changed while it was looked at. */
  blocked: boolean;
  claim: ReturnType<typeof useClaim>;
  onDecide: (decision: Decision) => void;
}

/** Who looks at the order, and what may be done with it; at the lower edge of the window. */
export function DecisionBar({ order, remarkCount, blocked, claim, onDecide }: DecisionBarProps) {
  const { t } = useTranslation('console-orders');
  const { claim: claimed, may, needsSecond, firstApproval } = order;
  const has = (act: ModeratedOrder['may'][number]) => may.includes(act);
  if (order.status !== 'sent') return null;
  return (
    <div className={css.bar} role="region" aria-label={t('page.actions')}>
      <div className={css.barText}>
        <strong>
          {claimed === null
            ? t('claim.free')
            : claimed.mine
              ? t('claim.own', { time: formatTime(claimed.untilMs) })
              : t('claim.other', { name: claimed.by, time: formatTime(claimed.untilMs) })}
        </strong>
        {firstApproval?.mine ? (
          <small>{t('second.own')}</small>
        ) : needsSecond && firstApproval === null ? (
          <small>{t('second.ahead')}</small>
        ) : has('return') && remarkCount === 0 ? (
          <small>{t('act.needsRemark')}</small>
        ) : has('claim') && !has('approve') && claimed === null ? (
          <small>{t('claim.takeFirst')}</small>
        ) : null}
      </div>
      <div className={css.barActs}>
        {has('release') ? (
          <Button variant="subtle" size="md" loading={claim.busy} onClick={() => claim.act('release')}>
            {t('claim.release')}
          </Button>
        ) : has('claim') ? (
          <Button
            variant={has('approve') ? 'default' : 'filled'}
            size="md"
            loading={claim.busy}
            onClick={() => claim.act('claim')}
          >
            {t('claim.take')}
          </Button>
        ) : null}
        {has('reject') ? (
          <Button variant="default" size="md" disabled={blocked} onClick={() => onDecide('reject')}>
            {t('act.reject')}
          </Button>
        ) : null}
        {has('return') ? (
          <Button
            variant="default"
            size="md"
            disabled={blocked || remarkCount === 0}
            onClick={() => onDecide('return')}
          >
            {remarkCount === 0 ? t('act.return') : t('act.returnWith', { count: remarkCount })}
          </Button>
        ) : null}
        {has('approve') ? (
          <Button size="md" disabled={blocked} onClick={() => onDecide('approve')}>
            {t('act.approve')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
