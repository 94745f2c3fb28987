import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { ShieldAlert } from 'lucide-react';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { loginUrl, paths } from '#client/lib/paths.ts';
import { hasRole, refreshSession, useSession } from '#client/lib/session.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import css from '../screen-frame.module.css';

const StaffRequirements = lazyScreen(() => import('./staff-requirements.tsx'), ['staff']);

/** The console is for staff; others see so and are offered the way to sign in. The server enforces it. */
export default function StaffOnly() {
  const { t } = useTranslation('ui');
  const here = useCurrentPath();
  const { user, me, known, trouble } = useSession();
  if (!known) {
    return (
      <div className={css.loading} aria-busy="true">
        <Skeleton height={240} radius={12} />
      </div>
    );
  }
  if (hasRole(me, STAFF_ROLES)) return <Outlet />;
  if (me?.withheldRoles || me?.offeredRoles?.length) {
    return (
      <Suspense fallback={null}>
        <StaffRequirements me={me} returnTo={here} />
      </Suspense>
    );
  }
  if (!me && trouble) {
    return (
      <div className={css.failed}>
        <ErrorState error={trouble} onRetry={() => void refreshSession()} />
      </div>
    );
  }
  return (
    <div className={css.failed}>
      <EmptyState
        page
        icon={ShieldAlert}
        title={t('staffOnly.title')}
        text={t(user ? 'staffOnly.text' : 'staffOnly.signIn')}
      >
        {user ? (
          <ButtonLink to={paths.home()}>{t('action.home')}</ButtonLink>
        ) : (
          <ButtonAnchor href={loginUrl(here)}>{t('action.signIn')}</ButtonAnchor>
        )}
      </EmptyState>
    </div>
  );
}
