import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECISION_DOCUMENT_MAX, proposeDecision } from '#shared/api/console/decisions.ts';
import {
  approveEditRequest,
  PROFILE_LIMITS,
  refuseEditRequest,
  type StaffEditRequest,
} from '#shared/api/cabinet/profile.ts';
import { Changes } from '#client/entities/edit-request/changes.tsx';
import { ReasonField } from '#client/entities/staff-work/reason-field.tsx';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import css from './edit-requests.module.css';

/** A number, or the name of somebody who trades, is changed by two persons: one proposes it here. */
export type Decision = 'approve' | 'propose' | 'refuse';

async function send(
  decision: Decision,
  { id, reason: why }: StaffEditRequest,
  { cause, words }: { cause: string; words: string },
): Promise<unknown> {
  switch (decision) {
    case 'approve':
      return call(approveEditRequest, { params: { id } });
    case 'refuse':
      return call(refuseEditRequest, { params: { id }, body: { cause, reason: words } });
    case 'propose': {
      const proposed = { kind: 'correct-number', payload: { requestId: id } } as const;
      return call(proposeDecision, { body: { ...proposed, reason: `№ ${id}. ${why}`, document: words } });
    }
  }
}

interface DecisionDialogProps {
  request: StaffEditRequest;
  decision: Decision;
  onClose: () => void;
  /** It is decided, or was by somebody else. */
  onChange: () => void;
}

/** One look at what will change; a refusal says why, and the person reads it; a proposal names the paper. */
export function DecisionDialog({ request, decision, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('edit-requests');
  const [cause, setCause] = useState('');
  const asked = {
    refuse: {
      label: t('dialog.reason'),
      hint: t('dialog.reasonHint'),
      limits: { min: PROFILE_LIMITS.reasonMin, max: PROFILE_LIMITS.reason },
      short: t('dialog.reasonShort', { count: PROFILE_LIMITS.reasonMin }),
    },
    propose: {
      label: t('dialog.document'),
      limits: { min: 1, max: DECISION_DOCUMENT_MAX },
      short: t('dialog.documentMissing'),
      rows: 'one-line' as const,
    },
  };
  return (
    <TextDialog
      title={t(`dialog.${decision}`)}
      confirm={t(decision)}
      danger={decision === 'refuse'}
      text={decision === 'approve' ? null : asked[decision]}
      send={(words) => send(decision, request, { cause, words })}
      outcome={() => ({ done: t(`done.${decision}`) })}
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{request.person.name}</strong>
      </p>
      <Changes request={request} />
      <p className={css.reason}>{request.reason}</p>
      {decision === 'refuse' ? (
        <ReasonField list="edit-refusals" value={cause} onChange={setCause} />
      ) : (
        <p>{t(`dialog.${decision}Text`)}</p>
      )}
    </TextDialog>
  );
}
