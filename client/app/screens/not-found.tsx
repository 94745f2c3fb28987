import { Button } from '@mantine/core';
import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import css from '../screen-frame.module.css';

/** An address that leads nowhere, or a lot that does not exist. */
export function NotFound() {
  const { t } = useTranslation('ui');
  return (
    <div className={css.failed}>
      <EmptyState page icon={MapPinOff} title={t('notFound.title')} text={t('notFound.text')}>
        <Button component={Link} to={paths.home()}>
          {t('action.home')}
        </Button>
        <Button component={Link} to={paths.lotList()} variant="default">
          {t('action.allLots')}
        </Button>
      </EmptyState>
    </div>
  );
}
