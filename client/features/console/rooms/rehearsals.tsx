import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { GraduationCap, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { joinPractice } from '#shared/api/cabinet/trade-applications.ts';
import { endRehearsal, rehearsals, type Rehearsal } from '#shared/api/console/rehearsals.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { REHEARSALS_AT_ONCE } from '#shared/limits/rehearsals.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import page from '#client/ui/page.module.css';
import { StaffTable } from '#client/ui/staff-list/staff-table.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { StartRehearsalDialog } from './start-rehearsal-dialog.tsx';

const KEY = ['console-rehearsals'];
const ASK_MS = 5_000;

/** Practice rooms of staff: those that run, and those that are over. */
export function Rehearsals() {
  const { t } = useTranslation('console-rehearsals');
  const queries = useQueryClient();
  const mayStart = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.startRehearsals,
  );
  const [starting, setStarting] = useState(false);
  const [ending, setEnding] = useState<Rehearsal | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(rehearsals, { signal }),
    refetchInterval: ASK_MS,
  });
  const join = useJoin();
  const columns = useColumns({
    mayStart,
    onAct: (rehearsal, verb) => (verb === 'join' ? join.mutate(rehearsal.lotId) : setEnding(rehearsal)),
  });
  const changed = () => {
    void queries.invalidateQueries({ queryKey: KEY });
    void queries.invalidateQueries({ queryKey: ['console-rooms'] });
  };
  const refused = join.data?.verdict === 'refused' ? t('joinRefused') : join.error;
  return (
    <section className={page.section} aria-labelledby="rehearsals">
      <h2 id="rehearsals">{t('title')}</h2>
      <p>{t('lead', { max: REHEARSALS_AT_ONCE })}</p>
      {mayStart ? (
        <div>
          <Button
            size="md"
            variant="default"
            leftSection={<Plus size={18} aria-hidden />}
            onClick={() => setStarting(true)}
          >
            {t('start')}
          </Button>
        </div>
      ) : null}
      <FormError error={refused} />
      <StaffTable
        name="console-rehearsals"
        exports={<ExportLinks staff list="console-rehearsals" filters={{}} />}
        label={t('title')}
        columns={columns}
        rows={data}
        rowKey={({ lotId }) => lotId}
        error={error}
        onRetry={() => void refetch()}
        mark={({ outcome }) => (outcome === null ? undefined : 'faded')}
        empty={{ title: t('none'), text: t('noneText'), icon: GraduationCap }}
      />
      {starting ? <StartRehearsalDialog onClose={() => setStarting(false)} onChange={changed} /> : null}
      {ending ? <EndDialog rehearsal={ending} onClose={() => setEnding(null)} onChange={changed} /> : null}
    </section>
  );
}

/** Takes part like anybody in a practice room, and leads into it. */
function useJoin() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (lotId: number) => call(joinPractice, { body: { lotId } }),
    onSuccess: ({ verdict, lotId }) => {
      void queries.invalidateQueries({ queryKey: ['room-base', lotId] });
      if (verdict === 'admitted') void navigate(paths.gameView(lotId));
    },
  });
}

interface EndDialogProps {
  rehearsal: Rehearsal;
  onClose: () => void;
  onChange: () => void;
}

function EndDialog({ rehearsal: { lotId, title }, onClose, onChange }: EndDialogProps) {
  const { t } = useTranslation('console-rehearsals');
  const localized = useLocalized();
  return (
    <TextDialog
      title={t('endTitle')}
      confirm={t('end')}
      danger
      text={{
        label: t('reason'),
        limits: STAFF_REASON,
        short: t('reasonShort', { count: STAFF_REASON.min }),
      }}
      send={(reason) => call(endRehearsal, { params: { lotId }, body: { reason } })}
      outcome={() => ({ done: t('ended') })}
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{localized(title)}</strong> · № {lotId}
      </p>
      <Muted>{t('endText')}</Muted>
    </TextDialog>
  );
}

type Verb = 'join' | 'end';

interface ColumnsOptions {
  mayStart: boolean;
  onAct: (rehearsal: Rehearsal, verb: Verb) => void;
}

function useColumns({ mayStart, onAct }: ColumnsOptions): Column<Rehearsal>[] {
  const { t } = useTranslation(['console-rehearsals', 'console']);
  const localized = useLocalized();
  return [
    {
      key: 'room',
      head: t('room'),
      main: true,
      cell: ({ lotId, title }) => (
        <Stacked>
          <Link to={paths.consoleRoom(lotId)}>{localized(title)}</Link>
          <small>№ {lotId}</small>
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      cell: ({ phase, outcome, endedBy }) => (
        <Stacked>
          {t(`console:state.${outcome === null ? phase : 'closed'}`)}
          {outcome === null ? null : <small>{t(`console:outcome.${outcome}`)}</small>}
          {endedBy === null ? null : <small>{t('endedEarly', { name: endedBy })}</small>}
        </Stacked>
      ),
    },
    {
      key: 'price',
      head: t('lastPrice'),
      end: true,
      cell: ({ startPriceTiyin, priceTiyin, count }) => (
        <Stacked>
          <MoneyText tiyin={priceTiyin ?? startPriceTiyin} size="small" />
          <small>{t('priceCount', { count })}</small>
        </Stacked>
      ),
    },
    { key: 'ends', head: t('ends'), cell: ({ endsAtMs }) => formatDateTimeShort(endsAtMs) },
    {
      key: 'by',
      head: t('startedBy'),
      cell: ({ startedBy, startedAtMs, bots }) => (
        <Stacked>
          {startedBy}
          <small>{formatDateTimeShort(startedAtMs)}</small>
          <small>{t('botCount', { count: bots })}</small>
        </Stacked>
      ),
    },
    rowActions<Rehearsal, Verb>({
      head: t('act'),
      number: ({ lotId }) => lotId,
      verbs: ({ outcome }) => (outcome !== null ? [] : mayStart ? ['join', 'end'] : ['join']),
      name: (verb) => t(verb),
      onAct,
      good: ['join'],
      bad: ['end'],
    }),
  ];
}
