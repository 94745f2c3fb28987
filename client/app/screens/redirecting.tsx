import { Button } from '@mantine/core';
import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import { loginUrl, paths } from '#client/lib/paths.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import css from '../screen-frame.module.css';

const REASONS = ['unknown-state', 'provider-refused', 'invalid-answer', 'disabled', 'cancelled'];

/** /redirecting: where a sign-in that did not succeed lands. Says why, and leads back to where the person came from. */
export default function Redirecting() {
  const { t } = useTranslation('redirecting');
  const [query] = useSearchParams();
  const back = parseOwnPath(query.get('return') ?? '') ?? paths.home();
  const reason = query.get('sign-in');
  if (reason === null) return <Navigate to={back} replace />;
  return (
    <main className={css.failed}>
      <EmptyState
        page
        icon={LogIn}
        title={t('title')}
        text={t(`reason.${REASONS.includes(reason) ? reason : 'invalid-answer'}`)}
      >
        {reason === 'disabled' ? null : (
          <Button component="a" href={loginUrl(back)}>
            {t('again')}
          </Button>
        )}
        <Button component={Link} to={back} variant="default">
          {t('back')}
        </Button>
      </EmptyState>
    </main>
  );
}
