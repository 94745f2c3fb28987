import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { AppRoute } from '../routes/route.ts';

interface ForRolesProps {
  access: AppRoute['access'];
  children: ReactNode;
}

/** A page for those whose role sees it; others read so, and nothing is asked of the server that it would refuse. */
export function ForRoles({ access, children }: ForRolesProps) {
  const me = useSession((state) => state.me);
  return typeof access === 'string' || hasRole(me, access) ? children : <NotYours />;
}

function NotYours() {
  const { t } = useTranslation('staff');
  return (
    <EmptyState page icon={ShieldAlert} title={t('notYours.title')} text={t('notYours.text')}>
      <ButtonLink to={paths.console()}>{t('notYours.own')}</ButtonLink>
      <ButtonLink to={paths.console('rights')} variant="default">
        {t('notYours.rights')}
      </ButtonLink>
    </EmptyState>
  );
}
