import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  consoleDecision,
  DECISION_REASON,
  decide,
  turnDownDecision,
  withdrawDecision,
  type Decision,
  type DecisionMove,
} from '#shared/api/console/decisions.ts';
import { call } from '#client/lib/api-client.ts';
import { Waiting } from '#client/ui/data-table/cells.tsx';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/not-read.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { useProblem } from '#client/ui/use-problem.ts';
import { DecisionFacts } from './decision-facts.tsx';

function send(move: DecisionMove, { id }: Decision, note: string) {
  const params = { decisionId: id };
  switch (move) {
    case 'decide':
      return call(decide, { params, body: {} });
    case 'turn-down':
      return call(turnDownDecision, { params, body: { note } });
    case 'withdraw':
      return call(withdrawDecision, { params, body: {} });
  }
}

interface MoveDialogProps {
  decision: Decision;
  move: DecisionMove;
  onClose: () => void;
  onChange: () => void;
}

/** What a member of staff does about a decision, with what it would do now: the list says what it would have done when it was proposed. */
export function MoveDialog({ decision: listed, move, onClose, onChange }: MoveDialogProps) {
  const { t } = useTranslation('console-decisions');
  const { id: number } = listed;
  const { data, error, refetch } = useQuery({
    queryKey: ['console-decision', number],
    queryFn: ({ signal }) => call(consoleDecision, { params: { decisionId: number }, signal }),
    // Asked whenever the dialog is opened: it may have changed since.
    gcTime: 0,
  });
  const { kind, facts, reason, document, obstacle, agreedBy, agreeNeeded } = data ?? listed;
  return (
    <TextDialog
      title={t(`dialog.${move}`, { number })}
      confirm={t(`act.${move}`)}
      danger={move === 'decide'}
      text={
        move === 'turn-down'
          ? { label: t('dialog.note'), limits: DECISION_REASON, short: t('dialog.short') }
          : null
      }
      send={(note) => send(move, listed, note)}
      outcome={() => ({ done: t(`done.${move}`, { number }) })}
      // Perhaps decided by another person meanwhile: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      <FactBox>
        <strong>{t(`kind.${kind}`)}</strong>
        {data ? <DecisionFacts facts={facts} /> : error ? null : <Loading height={96} />}
        <q>{reason}</q>
        {document === null ? null : (
          <small>
            {t('document')}: {document}
          </small>
        )}
      </FactBox>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {move === 'decide' ? <FormProblem problem={data ? null : t('dialog.notRead')} /> : null}
      {obstacle === null ? null : <Obstacle text={t(`obstacle.${obstacle}`)} decides={move === 'decide'} />}
      {agreeNeeded !== null && agreeNeeded > 1 ? (
        <Waiting>{t('agreed', { count: agreedBy.length, needed: agreeNeeded })}</Waiting>
      ) : null}
    </TextDialog>
  );
}

/** Why the decision cannot be made now: said at once, and no obstacle to turning it down. */
function Obstacle({ text, decides }: { text: string; decides: boolean }) {
  useProblem(decides ? text : null);
  return <Waiting>{text}</Waiting>;
}
