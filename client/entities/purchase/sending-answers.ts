import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseRefused, PurchaseView } from '#shared/api/cabinet/purchases.ts';
import type { SendApplyCodeAnswer } from '#shared/api/cabinet/user-order.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatCountdown } from '#client/lib/format/duration.ts';
import type { CodeSending } from '#client/ui/code-entry/use-code-dialog.ts';
import { useRefusalText } from './refused.tsx';

type ReservedAnswer = Extract<SendApplyCodeAnswer, { verdict: 'reserved' }>;

/** Units set aside, with what is to be said of the code where none was sent now. */
export interface Reserved {
  purchase: PurchaseView;
  serverAtMs: number;
  note: 'resendFailed' | 'resendLimit' | null;
}

/** Longer than a reservation lives: no other code is offered for it. */
const NEVER_MS = 3_600_000;

/** The answers of reserving, as steps of the code dialog; beside them, what needs more than a sentence. */
export function useSendingAnswers(onReserved: (reserved: Reserved) => void) {
  const { t } = useTranslation('purchases');
  const refusalText = useRefusalText();
  const [refused, setRefused] = useState<PurchaseRefused | null>(null);
  const [other, setOther] = useState<PurchaseView | null>(null);

  function sentCode({ code }: ReservedAnswer): CodeSending {
    const resendAfterMs = code.resendAfterMs ?? NEVER_MS;
    // One time counts, the reservation's: the code lives no longer.
    const to = [code.to.phone, code.to.email].filter(Boolean).join(', ');
    if (code.state === 'sent') return { step: 'sent', sent: { to, resendAfterMs, expiresAfterMs: null } };
    return { step: 'wait', resendAfterMs };
  }

  function readSending(answer: SendApplyCodeAnswer): CodeSending {
    switch (answer.verdict) {
      case 'reserved': {
        const { state } = answer.code;
        const note = state === 'undelivered' ? 'resendFailed' : state === 'limit' ? 'resendLimit' : null;
        onReserved({ purchase: answer.purchase, serverAtMs: answer.serverAtMs, note });
        return sentCode(answer);
      }
      case 'other-quantity':
        setOther(answer.purchase);
        return { step: 'done' };
      case 'purchase-refused':
        setRefused(answer);
        return { step: 'stopped', text: refusalText(answer) };
      case 'wait':
        return { step: 'stopped', text: t('code.wait', { left: formatCountdown(answer.resendAfterMs) }) };
      case 'limit':
        return {
          step: 'stopped',
          text: answer.untilMs
            ? t('code.limitUntil', { time: formatDateTime(answer.untilMs) })
            : t('code.limit'),
        };
      case 'undelivered':
        return { step: 'stopped', text: t('code.undelivered') };
      // Of auctions: the card offers no purchase of one.
      default:
        return { step: 'stopped', text: t('refused.not-fixed-price') };
    }
  }

  return { refused, other, readSending };
}
