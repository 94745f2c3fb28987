import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import type { ConsoleRuleSet } from '#shared/api/console/reference-proposals.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { FigureChanges, FigureList } from './figure-changes.tsx';
import { ReferenceHistory } from './history.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { RULE_SETS_KEY, ruleSetsQuery } from './reference-queries.ts';
import { RuleSetForm } from './rule-set-form.tsx';
import css from './console-reference.module.css';

const COLOURS = { past: 'info', 'in-force': 'success', coming: 'warning' } as const;

/** /console/rule-sets: rule sets with their versions, and the form for the next one. */
export function RuleSetsPage() {
  const { t } = useTranslation(['console-rule-sets', 'console-reference']);
  const [search, setSearch] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery(ruleSetsQuery);
  if (!data)
    return (
      <div className={css.page}>
        <PageTitle>{t('title')}</PageTitle>
        <NotRead error={error} onRetry={() => void refetch()} height={320} />
      </div>
    );
  const edited = mayWrite ? data.items.find(({ name }) => name === search.get('edit')) : undefined;
  if (edited)
    return (
      <div className={css.page}>
        <Link to={paths.console('rule-sets')}>
          <ArrowLeft size={16} aria-hidden /> {t('title')}
        </Link>
        <PageTitle>{t('form.title', { set: t(`console-reference:set.${edited.name}`) })}</PageTitle>
        <ListLead>{t('form.lead')}</ListLead>
        <RuleSetForm key={edited.name} set={edited} onClose={() => setSearch({})} />
      </div>
    );
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      {data.items.map((set) => (
        <RuleSetCard
          key={set.name}
          set={set}
          mayWrite={mayWrite}
          onEdit={() => setSearch({ edit: set.name })}
        />
      ))}
      <ReferenceHistory kind="rule-set" />
    </div>
  );
}

interface RuleSetCardProps {
  set: ConsoleRuleSet;
  mayWrite: boolean;
  onEdit: () => void;
}

function RuleSetCard({ set, mayWrite, onEdit }: RuleSetCardProps) {
  const { t } = useTranslation(['console-rule-sets', 'console-reference']);
  const queries = useQueryClient();
  const name = t(`console-reference:set.${set.name}`);
  const newest = set.versions[0]!;
  const { open } = set;
  const again = () => {
    void queries.invalidateQueries({ queryKey: RULE_SETS_KEY });
    void queries.invalidateQueries({ queryKey: ['console-reference-history'] });
  };
  return (
    <section className={css.card} aria-label={name}>
      <div className={css.head}>
        <h2>{name}</h2>
        {mayWrite && !open ? <Button onClick={onEdit}>{t('next')}</Button> : null}
      </div>
      {open?.content.kind === 'rule-set' ? (
        <ProposalCard
          proposal={open}
          title={t('proposal', { from: formatDateTimeShort(open.content.validFromMs) })}
          onEdit={onEdit}
          onChange={again}
        >
          <FigureChanges before={newest.figures} after={open.content.figures} />
        </ProposalCard>
      ) : null}
      {set.versions.map(({ version, validFromMs, figures, state }, at) => {
        const before = set.versions[at + 1];
        return (
          <details key={version}>
            <summary>
              {t('version', { version, from: formatDateTimeShort(validFromMs) })}{' '}
              <Badge colour={COLOURS[state]}>{t(`console-reference:when.${state}`)}</Badge>
            </summary>
            {before ? (
              <>
                <h3>{t('changes.title', { version: before.version })}</h3>
                <FigureChanges before={before.figures} after={figures} />
              </>
            ) : null}
            <FigureList figures={figures} />
          </details>
        );
      })}
    </section>
  );
}
