import { useTranslation } from 'react-i18next';
import type { DebarmentProposal } from '#shared/api/console/console-debarments.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FactBox } from '#client/ui/dialog-parts.tsx';
import { day } from './day.ts';
import css from './console-debarments.module.css';

/** What a proposal is about. */
export function ProposalFacts({ proposal }: { proposal: DebarmentProposal }) {
  const { t } = useTranslation('console-bars');
  const localized = useLocalized();
  const { kind, person, barId, lot, causeName, lastDay, reason } = proposal;
  return (
    <FactBox>
      <strong>{person.name}</strong>
      <small>{person.idMasked}</small>
      <span>
        {kind === 'lift' && barId !== null ? t('kind.liftOf', { id: barId }) : t('kind.add')}
        {causeName ? `: ${localized(causeName)}` : ''}
        {lot ? ` · № ${lot.id}` : ''}
      </span>
      <small>{t('until', { date: day(lastDay) })}</small>
      <span className={css.reason}>{reason}</span>
    </FactBox>
  );
}
