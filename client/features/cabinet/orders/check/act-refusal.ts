import { useTranslation } from 'react-i18next';
import type { DoActAnswer, DoActResAnswer } from '#shared/api/cabinet/order-actions.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';

type NotDone = Exclude<DoActAnswer | DoActResAnswer, { verdict: 'ready' | 'done' }>;

/** The sentence for an action on an order that was not carried out. */
export function useActRefusal(): (answer: NotDone) => string {
  const { t } = useTranslation(['orders', 'order-actions']);
  return (answer) => {
    switch (answer.verdict) {
      case 'incomplete':
        return t('send.incomplete', { count: answer.problems.length });
      case 'signature':
        return t('send.signatureMissing');
      case 'refused':
        return t(`order-actions:refused.${answer.reason}`, {
          until: answer.barredUntil ? dayText(answer.barredUntil) : '',
          amount: formatMoney(answer.owedTiyin),
          time: answer.claimedUntilMs === null ? '' : formatDateTime(answer.claimedUntilMs),
        });
    }
  };
}
