import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  consoleDebarments,
  type DebarmentProposal,
  type ConsoleBar,
} from '#shared/api/console/console-debarments.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { BAR_COLOURS, BAR_STATES } from '#shared/lifecycles/bar.ts';
import { BAR_CAUSES } from '#shared/limits/debarments.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { day } from './day.ts';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { Evidence } from './evidence.tsx';
import { LiftDialog } from './lift-dialog.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { useBarCauses } from './use-bar-causes.ts';
import css from './console-debarments.module.css';

const PAGE_SIZE = 20;
const ASK_MS = 30_000;
const STATES = [...BAR_STATES, 'all'] as const;

/** /console/bars: who is barred from auctions, masked; two members of staff bar somebody or lift a bar. */
export function BarsTable() {
  const { t } = useTranslation('console-bars');
  const me = useSession((state) => state.me);
  const [finding, setFinding] = useState(false);
  const [lifting, setLifting] = useState<ConsoleBar | null>(null);
  const [begun, setBegun] = useState<DebarmentProposal | null>(null);
  const list = useListPage({
    name: 'console-bars',
    filters: ['state', 'cause', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, cause, lot }, signal }) => {
      const chosenCause = oneOf(BAR_CAUSES, cause);
      return call(consoleDebarments, {
        query: {
          page,
          size,
          state: oneOf(STATES, state) ?? 'in-force',
          ...(chosenCause ? { cause: chosenCause } : {}),
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      });
    },
  });
  const columns = useColumns(setLifting);
  const causes = useBarCauses();
  return (
    <ListScreen
      list={list}
      title={t('title')}
      aside={
        me && hasRight(me.roles, 'decideBars') ? (
          <Button size="md" onClick={() => setFinding(true)}>
            {t('propose.open')}
          </Button>
        ) : null
      }
      count={list.data && t('inForce', { count: list.data.inForce })}
      lead={
        <>
          {t('lead')} <Link to={paths.console('bar-proposals')}>{t('toProposals')}</Link>
        </>
      }
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={t('column.state')}
            none={t('state.in-force')}
            options={[
              ...(['ended', 'lifted'] as const).map((value) => ({ value, label: t(`state.${value}`) })),
              { value: 'all', label: t('all') },
            ]}
          />
          <ChoiceFilter list={list} name="cause" label={t('column.cause')} none={t('all')} options={causes} />
        </>
      }
      exports={<ExportLinks staff list="console-bars" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Ban }}
    >
      {finding ? (
        <ProposeDialog
          onClose={() => setFinding(false)}
          onBegun={(proposal) => {
            setFinding(false);
            setBegun(proposal);
          }}
        />
      ) : null}
      {lifting ? (
        <LiftDialog
          bar={lifting}
          onClose={() => setLifting(null)}
          onBegun={(proposal) => {
            setLifting(null);
            setBegun(proposal);
          }}
          onChange={list.again}
        />
      ) : null}
      {begun ? (
        <EvidenceDialog proposal={begun} onClose={() => setBegun(null)} onChange={list.again} />
      ) : null}
    </ListScreen>
  );
}

function useColumns(onLift: (bar: ConsoleBar) => void): Column<ConsoleBar>[] {
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
          <small>
            <RecordLink kind="bar" number={id}>
              {t('number', { id })}
            </RecordLink>
          </small>
        </Stacked>
      ),
    },
    {
      key: 'cause',
      head: t('column.cause'),
      cell: ({ causeName, lot, reason, by }) => (
        <Stacked>
          {causeName ? localized(causeName) : reason}
          {lot ? (
            <Link to={paths.lotResult(lot.id)}>
              {lot.title ? localized(lot.title) : ''} № {lot.id}
            </Link>
          ) : null}
          {by ? <small className={css.reason}>{reason}</small> : null}
        </Stacked>
      ),
    },
    {
      key: 'dates',
      head: t('column.dates'),
      cell: ({ startDate, endDate, remainingDays }) => (
        <Stacked>
          {day(startDate)} – {day(endDate)}
          {remainingDays > 0 ? <small>{t('daysLeft', { count: remainingDays })}</small> : null}
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, lifted }) => (
        <Stacked start>
          <Badge colour={BAR_COLOURS[state]}>{t(`state.${state}`)}</Badge>
          {lifted ? (
            <small>
              {formatDateTimeShort(lifted.atMs)}: {lifted.proposed}, {lifted.approved}. {lifted.reason}
            </small>
          ) : null}
        </Stacked>
      ),
    },
    {
      key: 'by',
      head: t('column.by'),
      cell: ({ by, evidence }) => (
        <Stacked>
          {by ? `${by.proposed}, ${by.approved}` : t('byRules')}
          <Evidence items={evidence} />
        </Stacked>
      ),
    },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ mayLift }) => (mayLift ? ['lift'] : []),
      name: () => t('lift.open'),
      onAct: onLift,
    }),
  ];
}
