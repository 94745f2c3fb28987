import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import {
  anomalyFlag as anomalyFlagContract,
  type AnomalyFlag,
  type FlagEvidence,
} from '#shared/api/console/anomaly-flags.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { ANOMALY_FLAG, ANOMALY_FLAG_COLOURS } from '#shared/lifecycles/anomaly-flag.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import casePage from '#client/ui/case-page.module.css';
import layout from '#client/ui/layout.module.css';
import { FlagOwner } from './flag-owner.tsx';
import { useFactWords, useSeen } from './flag-words.ts';
import { MoveDialog, type FlagMove } from './move-dialog.tsx';
import css from './anomaly-flags.module.css';

const REFRESH_MS = 15_000;
/** Unknown, or about an auction in which the reader has a part. */
const MISSING = new Set([400, 403, 404]);
const MOVES = ['look', 'escalate', 'dismiss'] as const satisfies readonly FlagMove[];

/** /console/anomaly-flags/{id}: what was seen, in words and in rows, and what staff made of it. */
export function FlagPage() {
  const { t } = useTranslation('console-flags');
  const { id = '' } = useParams();
  const queryKey = ['console-anomaly-flag', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(anomalyFlagContract, { params: { id: Number(id) }, signal }),
    refetchInterval: REFRESH_MS,
  });
  if (data) return <ShownFlag flag={data} queryKey={queryKey} />;
  if (error instanceof ApiError && MISSING.has(error.status))
    return (
      <EmptyState page icon={ScanSearch} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console('anomaly-flags')}>{t('back')}</ButtonLink>
      </EmptyState>
    );
  return <NotRead page error={error} onRetry={() => void refetch()} height={420} />;
}

function ShownFlag({ flag, queryKey }: { flag: AnomalyFlag; queryKey: readonly string[] }) {
  const { t } = useTranslation('console-flags');
  const queries = useQueryClient();
  const localized = useLocalized();
  const seen = useSeen();
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.judgeAnomalyFlags,
  );
  const [move, setMove] = useState<FlagMove | null>(null);
  const { id, sign, state, score, lotId, lotTitle, raisedAtMs } = flag;
  const shown = (changed: AnomalyFlag) => queries.setQueryData(queryKey, changed);
  const again = () => queries.invalidateQueries({ queryKey });
  return (
    <div className={layout.fluidStack4}>
      <BackLink to={paths.console('anomaly-flags')}>{t('back')}</BackLink>
      <header className={casePage.head}>
        <PageTitle>{t(`sign.${sign}`)}</PageTitle>
        <span className={layout.muted}>{t('number', { id })}</span>
        <Badge colour={ANOMALY_FLAG_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      </header>
      <p className={css.seen}>{seen(flag)}</p>
      <p className={layout.muted}>{t('noProof')}</p>
      <dl className={casePage.facts}>
        <div>
          <dt>{t('column.score')}</dt>
          <dd>{score}</dd>
        </div>
        <div>
          <dt>{t('auction')}</dt>
          <dd>
            <Link to={paths.consoleRoom(lotId)}>{localized(lotTitle)}</Link>
          </dd>
        </div>
        <div>
          <dt>{t('column.raised')}</dt>
          <dd>{formatDateTimeShort(raisedAtMs)}</dd>
        </div>
      </dl>
      <FlagOwner flag={flag} mayAct={mayAct} onDone={shown} onSettled={again} />
      {mayAct ? (
        <div className={casePage.verbs}>
          {MOVES.filter((each) => allows(ANOMALY_FLAG, state, each)).map((each) => (
            <Button key={each} variant="default" onClick={() => setMove(each)}>
              {t(`verb.${each}`)}
            </Button>
          ))}
        </div>
      ) : null}
      <Evidence rows={flag.evidence} />
      <History steps={flag.steps} />
      {move === null ? null : (
        <MoveDialog id={id} move={move} onDone={shown} onSettled={again} onClose={() => setMove(null)} />
      )}
    </div>
  );
}

function Evidence({ rows }: { rows: readonly FlagEvidence[] }) {
  const { t } = useTranslation('console-flags');
  const localized = useLocalized();
  const words = useFactWords();
  return (
    <section className={casePage.part} aria-labelledby="flag-evidence">
      <h2 id="flag-evidence">{t('evidence')}</h2>
      <ol className={css.rows}>
        {rows.map(({ lotId, lotTitle, person, facts }) => (
          <li key={`${lotId} ${person?.id ?? ''}`}>
            <Stacked>
              <Link to={paths.consoleRoom(lotId)}>{localized(lotTitle)}</Link>
              <small>{t('lot', { id: lotId })}</small>
            </Stacked>
            <span>{person === null ? null : <PersonLink person={person} />}</span>
            <span className={layout.muted}>{words(facts).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function History({ steps }: Pick<AnomalyFlag, 'steps'>) {
  const { t } = useTranslation('console-flags');
  return (
    <section className={casePage.part} aria-labelledby="flag-history">
      <h2 id="flag-history">{t('history')}</h2>
      <ol className={css.rows}>
        {steps.map(({ step, by, text, atMs }) => (
          <li key={`${atMs} ${step}`}>
            <time>{formatDateTimeShort(atMs)}</time>
            <div>
              <strong>{t(`step.${step}`)}</strong>
              {step === 'owner' ? `: ${text ?? t('noOwner')}` : null}
              {text && step !== 'owner' ? <p className={casePage.words}>{text}</p> : null}
            </div>
            <span className={layout.muted}>{by ?? t('platform')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
