import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  barProposals,
  type DebarmentProposal,
  type BarProposalMove,
} from '#shared/api/console/console-debarments.ts';
import { BAR_PROPOSAL_COLOURS } from '#shared/lifecycles/bar-proposal.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { day } from './day.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { Evidence } from './evidence.tsx';
import css from './console-debarments.module.css';

const PAGE_SIZE = 20;
/** Colleagues decide meanwhile. */
const ASK_MS = 15_000;

/** /console/bar-proposals: what is proposed about bars; a second member of staff decides. */
export function ProposalsTable() {
  const { t } = useTranslation('console-bars');
  const [acting, setActing] = useState<{ proposal: DebarmentProposal; move: BarProposalMove } | null>(null);
  const list = useListPage({
    name: 'console-bar-proposals',
    filters: ['state'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state }, signal }) =>
      call(barProposals, { query: { page, size, state: state === 'all' ? 'all' : 'waiting' }, signal }),
  });
  const columns = useColumns((proposal, move) => setActing({ proposal, move }));
  const close = () => setActing(null);
  return (
    <ListScreen
      list={list}
      title={t('proposals.title')}
      count={list.data && t('proposals.waiting', { count: list.data.waiting })}
      lead={
        <>
          {t('proposals.lead')} <Link to={paths.console('bars')}>{t('title')}</Link>
        </>
      }
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('proposals.waitingOption')}
          options={[{ value: 'all', label: t('all') }]}
        />
      }
      exports={<ExportLinks staff list="console-bar-proposals" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('proposals.empty'), text: t('proposals.emptyText'), icon: Scale }}
    >
      {acting?.move === 'submit' ? (
        <EvidenceDialog proposal={acting.proposal} onClose={close} onChange={list.again} />
      ) : acting ? (
        <DecisionDialog proposal={acting.proposal} move={acting.move} onClose={close} onChange={list.again} />
      ) : null}
    </ListScreen>
  );
}

function useColumns(
  onAct: (proposal: DebarmentProposal, move: BarProposalMove) => void,
): Column<DebarmentProposal>[] {
  const { t } = useTranslation('console-bars');
  const localized = useLocalized();
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ id, person }) => (
        <Stacked>
          {person.name}
          <small>{person.idMasked}</small>
          <small>{t('number', { id })}</small>
        </Stacked>
      ),
    },
    {
      key: 'what',
      head: t('column.what'),
      cell: ({ kind, barId, causeName, lot, lastDay }) => (
        <Stacked>
          {kind === 'lift' && barId !== null ? t('kind.liftOf', { id: barId }) : t('kind.add')}
          {causeName ? <span>{localized(causeName)}</span> : null}
          {lot ? <Link to={paths.lotResult(lot.id)}>№ {lot.id}</Link> : null}
          <small>{t('until', { date: day(lastDay) })}</small>
        </Stacked>
      ),
    },
    {
      key: 'reason',
      head: t('reason'),
      cell: ({ reason, evidence }) => (
        <Stacked>
          <span className={css.reason}>{reason}</span>
          <Evidence items={evidence} />
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, proposed, decided, expiresAtMs }) => (
        <Stacked start>
          <Badge colour={BAR_PROPOSAL_COLOURS[state]}>{t(`proposalState.${state}`)}</Badge>
          <small>
            {formatDateTimeShort(proposed.atMs)} {t('proposedBy', { name: proposed.by })}
          </small>
          {decided ? (
            <small>
              {formatDateTimeShort(decided.atMs)} {t('decidedBy', { name: decided.by })}
              {decided.note ? `. ${decided.note}` : ''}
            </small>
          ) : state === 'draft' || state === 'open' ? (
            <small>{t('expires', { time: formatDateTimeShort(expiresAtMs) })}</small>
          ) : null}
        </Stacked>
      ),
    },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ may }) => may,
      name: (verb) => t(`verb.${verb}`),
      onAct,
      good: ['approve'],
    }),
  ];
}
