import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { readAccount, type Account, type AccountChange } from '#shared/api/console/console-accounts.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { recordPage } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { AccountState, ProofBadge, Roles } from './account-badges.tsx';
import { AccountFacts, LastActions, Sessions, SignIns } from './account-parts.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { ChangeDialog, type AccountMove } from './change-dialog.tsx';
import { ChangeDecision, ChangeWords, Grounds } from './changes-table.tsx';
import { SecondDialog, type Verdict } from './second-dialog.tsx';
import css from './console-accounts.module.css';

const MISSING = new Set([400, 404]);

/** /console/accounts/{id}: state, roles, sessions and sign-ins of an account, and the decisions about it. */
export function AccountPage() {
  const { t } = useTranslation(['console-accounts', 'console-decisions', 'staff']);
  const { uuid: personId = '' } = useParams();
  const queries = useQueryClient();
  const queryKey = ['console-account', personId];
  // Looking is recorded, so that it is not repeated by itself.
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readAccount, { params: { personId }, signal }),
    refetchOnWindowFocus: false,
  });
  const [move, setMove] = useState<AccountMove | null>(null);
  const [session, setSession] = useState<string | null>(null);
  const [isAgeAsked, askAge] = useState(false);
  const [second, setSecond] = useState<{ change: AccountChange; verdict: Verdict } | null>(null);
  const back = <BackLink to={paths.console('accounts')}>{t('back')}</BackLink>;
  if (!data)
    return error instanceof ApiError && MISSING.has(error.status) ? (
      <EmptyState page icon={UserX} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console('accounts')}>{t('back')}</ButtonLink>
      </EmptyState>
    ) : (
      <NotRead page error={error} onRetry={() => void refetch()} height={420} />
    );
  return (
    <div className={layout.fluidStack4}>
      {back}
      <header className={layout.centredRow23}>
        <PageTitle>{data.name}</PageTitle>
        <AccountState disabled={data.disabled} />
        <Roles account={data} />
        {data.staffProof === null ? null : <ProofBadge proof={data.staffProof} />}
      </header>
      {data.erasedAtMs === null ? null : <Erased atMs={data.erasedAtMs} />}
      <p className={css.verbs}>
        <ButtonLink to={`${paths.consoleAccount(personId)}/trail`} variant="default">
          {t('trail')}
        </ButtonLink>
        <ButtonLink to={recordPage('person', personId)} variant="default">
          {t('staff:related')}
        </ButtonLink>
      </p>
      <Moves
        account={data}
        onMove={(chosen) => (chosen === 'end-sessions' ? setSession('all') : setMove(chosen))}
      />
      {data.ofAge?.mayPropose && !data.ofAge.shown && data.erasedAtMs === null ? (
        <p className={css.verbs}>
          <Button variant="default" onClick={() => askAge(true)}>
            {t('console-decisions:kind.of-age')}
          </Button>
        </p>
      ) : null}
      {isAgeAsked ? (
        <ProposeDialog
          kind="of-age"
          proposed={{ kind: 'of-age', payload: { personId } }}
          onClose={() => askAge(false)}
          onProposed={() => undefined}
        />
      ) : null}
      <div className={css.columns}>
        <AccountFacts account={data} />
        <Sessions account={data} onEnd={setSession} />
        <SignIns account={data} />
        {data.actions === null ? null : <LastActions actions={data.actions} />}
      </div>
      <Changes changes={data.changes} onDecide={(change, verdict) => setSecond({ change, verdict })} />
      {move ? (
        <ChangeDialog
          account={data}
          move={move}
          onClose={() => setMove(null)}
          onChange={(account) => queries.setQueryData(queryKey, account)}
        />
      ) : null}
      {session === null ? null : (
        <EndSessionsDialog
          account={data}
          session={session}
          onClose={() => setSession(null)}
          onChange={(account) => queries.setQueryData(queryKey, account)}
        />
      )}
      {second ? (
        <SecondDialog {...second} onClose={() => setSecond(null)} onChange={() => void refetch()} />
      ) : null}
    </div>
  );
}

function Erased({ atMs }: { atMs: number }) {
  const { t } = useTranslation('console-accounts');
  return (
    <section className={css.part} aria-labelledby="account-erased">
      <h2 id="account-erased">{t('erased.title')}</h2>
      <p>{t('erased.text', { when: formatDateTimeShort(atMs) })}</p>
    </section>
  );
}

function Moves({ account, onMove }: { account: Account; onMove: (move: Account['may'][number]) => void }) {
  const { t } = useTranslation('console-accounts');
  if (account.may.length === 0) return null;
  return (
    <p className={css.verbs}>
      {account.may.map((move) => (
        <Button
          key={move}
          variant={move === 'disable' ? 'filled' : 'default'}
          danger={move === 'disable'}
          onClick={() => onMove(move)}
        >
          {t(`move.${move}`)}
        </Button>
      ))}
    </p>
  );
}

function Changes({
  changes,
  onDecide,
}: {
  changes: readonly AccountChange[];
  onDecide: (change: AccountChange, verdict: Verdict) => void;
}) {
  const { t } = useTranslation('console-accounts');
  return (
    <section className={css.part} aria-labelledby="changes-of-account">
      <h2 id="changes-of-account">{t('changes.title')}</h2>
      {changes.length === 0 ? <p className={layout.muted}>{t('changes.never')}</p> : null}
      <ul className={css.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeWords change={change} />
            <Grounds change={change} />
            <ChangeDecision change={change} onDecide={(verdict) => onDecide(change, verdict)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
