import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimNumber, submitNumberClaim, type MyClaim } from '#shared/api/cabinet/number-claims.ts';
import { CLAIM_FILES_MAX, CLAIM_TEXT } from '#shared/limits/number-claims.ts';
import { DocumentSection } from '#client/entities/file/document-section.tsx';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogActions, Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { myClaimsQuery } from './claim-queries.ts';
import form from '#client/ui/form.module.css';

export interface ClaimDialogProps {
  /** The number that another account has. */
  number: string;
  /** A draft that is to be finished; null: it is begun here. */
  draft: MyClaim | null;
  onClose: () => void;
}

/** A claim to a number: what the person says, then the documents that prove it. */
export default function ClaimDialog({ number, draft, onClose }: ClaimDialogProps) {
  const [begun, setBegun] = useState(draft);
  return begun ? (
    <ProofDialog claim={begun} onClose={onClose} />
  ) : (
    <StatementDialog number={number} onBegun={setBegun} onClose={onClose} />
  );
}

interface StatementDialogProps {
  number: string;
  onBegun: (claim: MyClaim) => void;
  onClose: () => void;
}

function StatementDialog({ number, onBegun, onClose }: StatementDialogProps) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  return (
    <TextDialog
      title={t('claim.title', { number })}
      confirm={t('claim.next')}
      text={{
        label: t('claim.statement'),
        hint: t('claim.statementHint'),
        limits: CLAIM_TEXT,
        short: t('claim.short', { count: CLAIM_TEXT.min }),
        rows: 6,
      }}
      send={(statement) => call(claimNumber, { body: { number, statement } })}
      outcome={(claim) => ({ next: () => onBegun(claim) })}
      // Whether it was begun is not known without an answer.
      onSettled={() => queries.invalidateQueries(myClaimsQuery)}
      onClose={onClose}
    >
      <Muted>{t('claim.text')}</Muted>
    </TextDialog>
  );
}

function ProofDialog({ claim, onClose }: { claim: MyClaim; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const submit = useMutation({
    mutationFn: () => call(submitNumberClaim, { params: { claimId: claim.id } }),
    onSuccess: () => {
      notify('success', t('claim.sent'));
      onClose();
    },
    onSettled: () => void queries.invalidateQueries(myClaimsQuery),
  });
  return (
    <Dialog wide title={t('claim.title', { number: claim.number })} onClose={onClose}>
      <div className={form.form}>
        <DocumentSection
          place={{ owner: 'number-claim', ownerId: claim.id }}
          most={CLAIM_FILES_MAX}
          lead={t('claim.proof')}
          isPrivate
        />
        <FormError error={submit.error} />
        <DialogActions>
          <Button variant="default" size="md" onClick={onClose}>
            {t('claim.later')}
          </Button>
          <Button size="md" loading={submit.isPending} onClick={() => submit.mutate()}>
            {t('claim.submit')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
