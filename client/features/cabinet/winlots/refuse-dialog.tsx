import { useTranslation } from 'react-i18next';
import { refuseWinLot, type RefuseWinLotAnswer, type WinLot } from '#shared/api/cabinet/winlots.ts';
import { useApplyAnswers } from '#client/entities/application/apply-answers.tsx';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { CodeDialog } from '#client/ui/code-entry/code-dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './winlots.module.css';

interface RefuseDialogProps {
  winLot: WinLot;
  onClose: () => void;
}

type Ended = Extract<RefuseWinLotAnswer, { verdict: 'refused' | 'over' }>;

/** Refusing a won lot: first what it costs, then the code that confirms it. */
export function RefuseDialog({ winLot, onClose }: RefuseDialogProps) {
  const { t } = useTranslation('winlots');
  const refresh = useRefreshSales();
  const { lotId, refusalCost } = winLot;
  const answers = useApplyAnswers(lotId);
  const ended = (answer: Ended) =>
    answer.verdict === 'over'
      ? ({ step: 'stopped', text: t(`over.${answer.reason}`) } as const)
      : ({ step: 'done' } as const);
  return (
    <CodeDialog
      title={t('refuse.title')}
      confirmLabel={t('refuse.confirm')}
      danger
      send={async () => {
        const answer = await call(refuseWinLot, { body: { lotId } });
        if (answer.verdict === 'refused' || answer.verdict === 'over') return ended(answer);
        if (answer.verdict === 'code') return { step: 'stopped', text: t(`refuse.again`) };
        return answers.sending(answer) ?? { step: 'done' };
      }}
      confirm={async (code) => {
        const answer = await call(refuseWinLot, { body: { lotId, code } });
        if (answer.verdict === 'refused' || answer.verdict === 'over') return ended(answer);
        if (answer.verdict === 'code') return answers.code(answer.problem);
        return { step: 'problem', text: t('refuse.again') };
      }}
      onUnknown={refresh}
      onDone={() => {
        notify('success', t('refuse.done'));
        refresh();
        onClose();
      }}
      onClose={() => {
        // What stopped it may have changed the lot.
        refresh();
        onClose();
      }}
    >
      <p>{t('refuse.lead')}</p>
      <ul className={css.costs}>
        <li>
          {refusalCost.forfeitTiyin > 0
            ? t('refuse.forfeit', { sum: formatMoney(refusalCost.forfeitTiyin) })
            : t('refuse.noForfeit')}
        </li>
        {refusalCost.barredMonths === null ? null : (
          <li>{t('refuse.barred', { count: refusalCost.barredMonths })}</li>
        )}
        <li>{t('refuse.protocol')}</li>
      </ul>
      <p>{t('refuse.final')}</p>
    </CodeDialog>
  );
}
