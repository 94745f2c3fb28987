import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReferenceMove, ReferenceProposal } from '#shared/api/console/reference-proposals.ts';
import { REFERENCE_PROPOSAL_COLOURS } from '#shared/lifecycles/reference-proposal.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { ProposalDialog, type Decision } from './proposal-dialog.tsx';
import css from './console-reference.module.css';

interface ProposalCardProps {
  proposal: ReferenceProposal;
  title: string;
  /** Opens the form with what is proposed. */
  onEdit: () => void;
  onChange: () => void;
  /** What is proposed, in words. */
  children: ReactNode;
}

/** An open proposal: what, by whom, why, and what the reader may do. */
export function ProposalCard({ proposal, title, onEdit, onChange, children }: ProposalCardProps) {
  const { t } = useTranslation('console-reference');
  // As it was read when the button was pressed: what is approved is what was seen.
  const [acting, setActing] = useState<{ move: Decision; seen: ReferenceProposal } | null>(null);
  const press = (move: ReferenceMove) => (move === 'change' ? onEdit() : setActing({ move, seen: proposal }));
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.head}>
        <h3>{title}</h3>
        <Badge colour={REFERENCE_PROPOSAL_COLOURS[proposal.state]}>{t(`state.${proposal.state}`)}</Badge>
      </div>
      {children}
      <p>
        {proposal.reason}{' '}
        <small className={layout.muted}>
          {t('proposedBy', { name: proposal.proposed.by })}, {formatDateTimeShort(proposal.proposed.atMs)}
        </small>
      </p>
      {proposal.outdated ? <p role="status">{t('outdated')}</p> : null}
      {proposal.may.length === 0 ? null : (
        <div className={layout.row2}>
          {proposal.may.map((move) => (
            <Button
              key={move}
              variant={move === 'approve' ? 'filled' : 'default'}
              onClick={() => press(move)}
            >
              {t(`verb.${move}`)}
            </Button>
          ))}
        </div>
      )}
      {acting ? (
        <ProposalDialog
          proposal={acting.seen}
          move={acting.move}
          onClose={() => setActing(null)}
          onChange={onChange}
        >
          {children}
        </ProposalDialog>
      ) : null}
    </section>
  );
}
