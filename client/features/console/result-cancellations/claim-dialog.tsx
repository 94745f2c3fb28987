import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffResultCancellation } from '#shared/api/console/result-cancellations.ts';
import { CLAIM_ANSWERS, type ClaimAnswer } from '#shared/decisions/kinds.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';

interface ClaimDialogProps {
  claim: NonNullable<StaffResultCancellation['claim']>;
  onClose: () => void;
  onProposed: () => void;
}

/** How what a buyer is owed ends without the seller; a second person decides. */
export function ClaimDialog({ claim, onClose, onProposed }: ClaimDialogProps) {
  const { t } = useTranslation('console-decisions');
  const [answer, setAnswer] = useState<ClaimAnswer>('indemnity');
  return (
    <ProposeDialog
      kind="claim-end"
      proposed={{ kind: 'claim-end', payload: { claimId: claim.id, answer } }}
      onClose={onClose}
      onProposed={onProposed}
    >
      <ChoiceField
        label={t('fact.answer')}
        value={answer}
        onChange={setAnswer}
        options={CLAIM_ANSWERS.map((value) => ({ value, label: t(`choice.${value}`) }))}
      />
    </ProposeDialog>
  );
}
