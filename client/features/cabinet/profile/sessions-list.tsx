import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, LogOut, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endMySession, endMySessions, mySessions, type SessionView } from '#shared/api/cabinet/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { removeStoredUser } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import css from './sessions.module.css';

const KEY = ['profile-sessions'];
const PHONES = new Set(['Android', 'iPhone', 'iPad']);

type Asked = { kind: 'one'; session: SessionView } | { kind: 'others' } | { kind: 'all' };

/** Where the person is signed in, and signing out there. */
export function SessionsList() {
  const { t } = useTranslation(['profile', 'cabinet']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(mySessions, { signal }),
  });
  const end = useMutation({
    mutationFn: async (wish: Asked) => {
      if (wish.kind === 'one') return call(endMySession, { params: { id: wish.session.id } });
      return call(endMySessions, { body: { keepThis: wish.kind === 'others' } });
    },
    onSuccess: (_, wish) => {
      if (wish.kind === 'all' || (wish.kind === 'one' && wish.session.current)) {
        removeStoredUser();
        window.location.assign(paths.home());
        return;
      }
      notify('success', t(`sessions.done.${wish.kind}`));
    },
    // Also after a failure: the session may have ended by itself, and then it is no longer there to be ended.
    onSettled: () => {
      setAsked(null);
      return queries.invalidateQueries({ queryKey: KEY });
    },
    onError: (problem) => notify('error', errorText(problem)),
  });
  const others = data?.filter(({ current }) => !current).length ?? 0;
  return (
    <div className={layout.fluidStack4}>
      <PageTitle>{t('cabinet:page.sessions')}</PageTitle>
      <p className={layout.intro}>{t('sessions.lead')}</p>
      {data ? (
        <>
          <ul className={layout.stack3}>
            {data.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                onEnd={() => setAsked({ kind: 'one', session })}
              />
            ))}
          </ul>
          <div className={css.all}>
            <Button variant="default" disabled={others === 0} onClick={() => setAsked({ kind: 'others' })}>
              {t('sessions.others')}
            </Button>
            <Button variant="default" onClick={() => setAsked({ kind: 'all' })}>
              {t('sessions.all')}
            </Button>
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        [0, 1].map((each) => <Skeleton key={each} height={104} radius={12} />)
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={t(`sessions.ask.${asked?.kind ?? 'one'}`)}
        confirm={t('sessions.end')}
        cancel={t('ui:action.cancel')}
        danger
        busy={end.isPending}
        onConfirm={() => asked && end.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        {t(`sessions.askText.${asked?.kind ?? 'one'}`)}
      </ConfirmDialog>
    </div>
  );
}

function SessionItem({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  const { t } = useTranslation('profile');
  const { browser, system, address } = session;
  const Icon = system && PHONES.has(system) ? Smartphone : Laptop;
  const name = [browser, system].filter(Boolean).join(', ') || t('sessions.unknown');
  return (
    <li className={css.item} data-current={session.current}>
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <div>
        <strong>{name}</strong>
        {session.current ? <span className={css.this}>{t('sessions.this')}</span> : null}
        <p className={css.facts}>
          <span>{t('sessions.since', { time: formatDateTime(session.startedAtMs) })}</span>
          <span>{t('sessions.seen', { time: formatDateTime(session.seenAtMs) })}</span>
          {address ? <span>{t('sessions.address', { address })}</span> : null}
        </p>
      </div>
      <Button
        variant="default"
        leftSection={<LogOut size={16} aria-hidden />}
        aria-label={t(session.current ? 'sessions.endThisLabel' : 'sessions.endLabel', { name })}
        onClick={onEnd}
      >
        {t('sessions.end')}
      </Button>
    </li>
  );
}
