import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendBankInfoCode, updateBankInfo, type OrderRow } from '#shared/api/cabinet/orders.ts';
import type { OrderRequisites } from '#shared/orders/order-fields.ts';
import { problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { call } from '#client/lib/api-client.ts';
import { paths, renewUrl } from '#client/lib/paths.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import type { CodeCalls } from '#client/ui/code-entry/use-code-dialog.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { digitsOf } from '#client/ui/input-filters/groups.ts';
import { bankAccount } from '#client/ui/input-filters/numbers.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshOrders } from '../order-queries.ts';
import type { FullOrder } from './full-order.ts';
import { CHANGE_PARAMETER } from './change-parameter.ts';

interface Typed {
  /** Number of a card; empty: to an account. */
  cardId: string;
  bankName: string;
  account: string;
  mfo: string;
}

interface BankInfoOptions {
  order: OrderRow;
  before: FullOrder['requisites']['requisites'];
  holderName: string;
  onClose: () => void;
}

export type BankInfo = ReturnType<typeof useBankInfo>;

/** Of the server: the code or the requisites break a rule, and another try may not. */
const BREAKS_A_RULE = 422;
/** A code was sent shortly before; when another one may be sent is not said in ms. */
const SENT_BEFORE = { step: 'wait', resendAfterMs: 60_000 } as const;

/** What is typed of other requisites, what is wrong with it, and the calls that confirm it by a code. */
export function useBankInfo({ order, before, holderName, onClose }: BankInfoOptions) {
  const { t } = useTranslation('customer-orders');
  const errorText = useErrorText();
  const refresh = useRefreshOrders();
  const [tried, setTried] = useState(false);
  const [typed, setTyped] = useState<Typed>(() => typedOf(before));
  const wrong = typed.cardId === '' ? problemsOf(typed) : {};

  const stopped = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'sign-in-again') {
      const back = `${paths.order(order.id, 'requisites')}?${CHANGE_PARAMETER}=1`;
      return {
        step: 'stopped' as const,
        text: t('requisites.signInAgain'),
        action: <ButtonAnchor href={renewUrl(back)}>{t('requisites.toSignIn')}</ButtonAnchor>,
      };
    }
    if (error.status === 404 || error.status === 409)
      return { step: 'stopped' as const, text: errorText(error) };
    throw error;
  };

  const calls: CodeCalls = {
    send: async () => {
      try {
        const sent = await call(sendBankInfoCode, { body: { orderId: order.id } });
        const to = [sent.to.phone, sent.to.email].flatMap((each) => each ?? []).join(', ');
        return { step: 'sent', sent: { ...sent, to: to || null } };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'codes.wait') return SENT_BEFORE;
        return stopped(error);
      }
    },
    confirm: async (code) => {
      setTried(true);
      if (Object.keys(wrong).length > 0) return { step: 'problem', text: t('requisites.mendFirst') };
      const requisites: OrderRequisites =
        typed.cardId === ''
          ? {
              kind: 'account',
              bankName: typed.bankName.trim(),
              account: digitsOf(typed.account),
              mfo: typed.mfo,
              holderName,
            }
          : { kind: 'card', cardId: Number(typed.cardId) };
      try {
        await call(updateBankInfo, { body: { orderId: order.id, version: order.version, requisites, code } });
        return { step: 'done' };
      } catch (error) {
        if (error instanceof ApiError && error.status === BREAKS_A_RULE)
          return { step: 'problem', text: errorText(error) };
        return stopped(error);
      }
    },
    onUnknown: () => void refresh(),
    onDone: () => {
      notify('success', t('requisites.changed'));
      void refresh();
      onClose();
    },
  };
  const problem = (key: keyof Typed) => (tried && wrong[key] ? t(`requisites.problem.${wrong[key]}`) : null);
  return {
    typed,
    change: (patch: Partial<Typed>) => setTyped((was) => ({ ...was, ...patch })),
    problems: { bankName: problem('bankName'), account: problem('account'), mfo: problem('mfo') },
    calls,
  };
}

function typedOf(before: BankInfoOptions['before']): Typed {
  const none = { cardId: '', bankName: '', account: '', mfo: '' };
  if (!before) return none;
  if (before.kind === 'card') return { ...none, cardId: before.card ? String(before.cardId) : '' };
  return { ...none, bankName: before.bankName, account: bankAccount.show(before.account), mfo: before.mfo };
}

type Problem = 'bank' | 'account' | 'currency' | 'mfo';

function problemsOf({ bankName, account, mfo }: Typed): Partial<Record<keyof Typed, Problem>> {
  const ofAccount = problemOfBankAccount(digitsOf(account));
  return {
    ...(bankName.trim() === '' ? { bankName: 'bank' as const } : {}),
    ...(ofAccount
      ? { account: ofAccount === 'currency' ? ('currency' as const) : ('account' as const) }
      : {}),
    ...(problemOfMfo(mfo) ? { mfo: 'mfo' as const } : {}),
  };
}
