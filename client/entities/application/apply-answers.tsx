import { useTranslation } from 'react-i18next';
import type {
  ApplyRefused,
  CreateUserOrderAnswer,
  SendApplyCodeAnswer,
  SendCancelCodeAnswer,
} from '#shared/api/cabinet/user-order.ts';
import type { CodeProblem } from '#shared/lifecycles/trade-application-refusals.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { currentPath, paths } from '#client/lib/paths.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { CodeConfirming, CodeSending } from '#client/ui/code-entry/use-code-dialog.ts';

/** Where a person puts right what prevents the application. */
const REMEDIES = {
  profile: 'my-data',
  'not-buyer': 'my-data',
  consent: 'contracts',
} as const;

function Remedy({ refused, lotId }: { refused: ApplyRefused; lotId: number }) {
  const { t } = useTranslation('applications');
  const { reason, missingTiyin } = refused;
  if (reason === 'short-balance')
    return (
      <ButtonLink to={paths.topUp({ amountTiyin: missingTiyin ?? 0, lotId, returnTo: currentPath() })}>
        {t('remedy.short-balance')}
      </ButtonLink>
    );
  if (reason !== 'profile' && reason !== 'not-buyer' && reason !== 'consent') return null;
  return <ButtonLink to={paths.profile(REMEDIES[reason])}>{t(`remedy.${reason}`)}</ButtonLink>;
}

/** Answers of applying and cancelling in words, as steps of the code dialog. */
export function useApplyAnswers(lotId: number) {
  const { t } = useTranslation('applications');

  const code = (problem: CodeProblem): CodeConfirming => ({ step: 'problem', text: t(`code.${problem}`) });

  function refused(answer: ApplyRefused) {
    const { reason, missingTiyin, depositTiyin, missingFacts, barredUntil } = answer;
    const text = t(`refused.${reason}`, {
      missing: formatMoney(missingTiyin ?? 0),
      deposit: formatMoney(depositTiyin),
      facts: missingFacts.map((fact) => t(`fact.${fact}`)).join(', '),
      until: barredUntil ? dayText(barredUntil) : '',
    });
    return { step: 'stopped', text, action: <Remedy refused={answer} lotId={lotId} /> } as const;
  }

  /** What both kinds of codes have in common; null: something else was answered. */
  function sending(answer: SendApplyCodeAnswer | SendCancelCodeAnswer): CodeSending | null {
    switch (answer.verdict) {
      case 'sent':
        return {
          step: 'sent',
          sent: {
            to: [answer.to.phone, answer.to.email].filter(Boolean).join(', '),
            resendAfterMs: answer.resendAfterMs,
            expiresAfterMs: answer.expiresAtMs - nowMs(),
          },
        };
      case 'wait':
        return { step: 'wait', resendAfterMs: answer.resendAfterMs };
      case 'limit':
        return {
          step: 'stopped',
          text: answer.untilMs
            ? t('code.limitUntil', { time: formatDateTime(answer.untilMs) })
            : t('code.limit'),
        };
      case 'undelivered':
        return { step: 'stopped', text: t('code.undelivered') };
      default:
        return null;
    }
  }

  return {
    code,
    sending,
    refused,
    applySending: (answer: SendApplyCodeAnswer): CodeSending => {
      if (answer.verdict === 'refused') return refused(answer);
      return sending(answer) ?? { step: 'done' };
    },
    applied: (answer: CreateUserOrderAnswer): CodeConfirming => {
      if (answer.verdict === 'refused') return refused(answer);
      return answer.verdict === 'code' ? code(answer.problem) : { step: 'done' };
    },
  };
}
