import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { consoleDecisions, type Decision, type DecisionMove } from '#shared/api/console/decisions.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { DECISION_KIND_NAMES, DECISION_KINDS } from '#shared/decisions/kinds.ts';
import { DECISION_COLOURS, DECISION_STATES } from '#shared/lifecycles/decision.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked, Waiting } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { DecisionFacts } from './decision-facts.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PROPOSED_HERE, ProposeHereDialog } from './propose-here-dialog.tsx';
import css from './console-decisions.module.css';

const PAGE_SIZE = 20;
/** Colleagues decide meanwhile. */
const ASK_MS = 15_000;
const STATES = [...DECISION_STATES, 'all'] as const;

/** /console/decisions: what one member of staff proposes and a second person decides, of every kind. */
export function DecisionsTable() {
  const { t } = useTranslation('console-decisions');
  const [search, setSearch] = useSearchParams();
  const me = useSession((state) => state.me);
  const [acting, setActing] = useState<{ of: Decision; move: DecisionMove } | null>(null);
  const list = useListPage({
    name: 'console-decisions',
    filters: ['state', 'kind'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, kind }, signal }) =>
      call(consoleDecisions, {
        query: { page, size, state: oneOf(STATES, state) ?? 'open', kind: oneOf(DECISION_KIND_NAMES, kind) },
        signal,
      }),
  });
  const proposing = search.get('propose');
  const proposable = PROPOSED_HERE.filter((kind) => hasRight(me?.roles ?? [], DECISION_KINDS[kind].right));
  const propose = (kind: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (kind === null) next.delete('propose');
        else next.set('propose', kind);
        return next;
      },
      { replace: true },
    );
  const columns = useColumns((of, move) => setActing({ of, move }));
  return (
    <ListScreen
      list={list}
      title={t('title')}
      aside={
        proposable.length > 0 ? (
          <Button size="md" variant="default" onClick={() => propose(proposable[0]!)}>
            {t('propose.open')}
          </Button>
        ) : null
      }
      count={list.data && t('open', { count: list.data.open })}
      lead={t('lead')}
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={t('column.state')}
            none={t('state.open')}
            options={[
              ...DECISION_STATES.filter((value) => value !== 'open').map((value) => ({
                value,
                label: t(`state.${value}`),
              })),
              { value: 'all', label: t('all') },
            ]}
          />
          <ChoiceFilter
            list={list}
            name="kind"
            label={t('column.kind')}
            none={t('anyKind')}
            options={DECISION_KIND_NAMES.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </>
      }
      exports={<ExportLinks staff list="console-decisions" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Users }}
    >
      {proposing !== null && proposable.length > 0 ? (
        <ProposeHereDialog
          kinds={proposable}
          chosen={oneOf(proposable, proposing) ?? proposable[0]!}
          onClose={() => propose(null)}
          onChange={list.again}
        />
      ) : null}
      {acting === null ? null : (
        <MoveDialog
          decision={acting.of}
          move={acting.move}
          onClose={() => setActing(null)}
          onChange={list.again}
        />
      )}
    </ListScreen>
  );
}

function useColumns(onAct: (of: Decision, move: DecisionMove) => void): Column<Decision>[] {
  const { t } = useTranslation('console-decisions');
  return [
    {
      key: 'what',
      head: t('column.what'),
      main: true,
      cell: ({ id, kind }) => (
        <Stacked start>
          {t(`kind.${kind}`)}
          <small>
            <RecordLink kind="decision" number={id}>
              № {id}
            </RecordLink>
          </small>
        </Stacked>
      ),
    },
    { key: 'effect', head: t('column.effect'), cell: ({ facts }) => <DecisionFacts facts={facts} /> },
    { key: 'reason', head: t('column.reason'), cell: (row) => <Reason row={row} /> },
    { key: 'state', head: t('column.state'), cell: (row) => <State row={row} /> },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ may }) => may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      good: ['decide'],
      bad: ['turn-down'],
    }),
  ];
}

function Reason({ row: { reason, document } }: { row: Decision }) {
  const { t } = useTranslation('console-decisions');
  return (
    <span className={css.reason}>
      <q>{reason}</q>
      {document === null ? null : (
        <small>
          {t('document')}: {document}
        </small>
      )}
    </span>
  );
}

/** Where it is, who brought it there, and what it waits for. */
function State({ row }: { row: Decision }) {
  const { t } = useTranslation('console-decisions');
  const { state, proposedBy, proposedAtMs, expiresAtMs, decidedBy, decidedAtMs, note, obstacle, problem } =
    row;
  const { agreedBy, agreeNeeded } = row;
  return (
    <Stacked start>
      <Badge colour={DECISION_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      <small>{t('proposedBy', { name: proposedBy.name, time: formatDateTimeShort(proposedAtMs) })}</small>
      {state === 'open' ? <small>{t('until', { time: formatDateTimeShort(expiresAtMs) })}</small> : null}
      {agreedBy.map(({ id, name }) => (
        <small key={id}>{t('agreedBy', { name })}</small>
      ))}
      {agreeNeeded !== null && agreeNeeded > 1 ? (
        <Waiting>{t('agreed', { count: agreedBy.length, needed: agreeNeeded })}</Waiting>
      ) : null}
      {decidedBy && decidedAtMs !== null ? (
        <small>{t('proposedBy', { name: decidedBy.name, time: formatDateTimeShort(decidedAtMs) })}</small>
      ) : null}
      {state === 'turned-down' && note !== null ? <q>{note}</q> : null}
      {problem === null ? null : <Waiting>{t('problem', { why: t(`obstacle.${problem}`) })}</Waiting>}
      {obstacle === null ? null : <Waiting>{t(`obstacle.${obstacle}`)}</Waiting>}
    </Stacked>
  );
}
