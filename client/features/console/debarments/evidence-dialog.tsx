import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { submitBarProposal, type DebarmentProposal } from '#shared/api/console/console-debarments.ts';
import { call } from '#client/lib/api-client.ts';
import { DocumentSection } from '#client/entities/file/document-section.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogActions } from '#client/ui/dialog-parts.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { SignInFirst } from '#client/ui/sign-in-first.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { ProposalFacts } from './proposal-facts.tsx';
import form from '#client/ui/form.module.css';

interface EvidenceDialogProps {
  proposal: DebarmentProposal;
  onClose: () => void;
  onChange: () => void;
}

/** The documents of a draft, and sending it to a second person. */
export function EvidenceDialog({ proposal, onClose, onChange }: EvidenceDialogProps) {
  const { t } = useTranslation('console-bars');
  const { id } = proposal;
  const submit = useMutation({
    mutationFn: () => call(submitBarProposal, { params: { proposalId: id }, body: {} }),
    onSuccess: () => {
      notify('success', t('done.submit', { id }));
      onClose();
    },
    onSettled: onChange,
  });
  return (
    <Dialog wide title={t('evidence.title', { id })} onClose={onClose}>
      <div className={form.form}>
        <ProposalFacts proposal={proposal} />
        <DocumentSection place={{ owner: 'bar-proposal', ownerId: id }} lead={t('evidence.text')} isPrivate />
        <FormError error={submit.error} />
        <SignInFirst error={submit.error} />
        <DialogActions>
          <Button size="md" loading={submit.isPending} onClick={() => submit.mutate()}>
            {t('act.submit')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
