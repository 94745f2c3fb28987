import { useTranslation } from 'react-i18next';
import type { ConsoleHelpPage } from '#shared/api/console/console-help-pages.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import css from './console-help-pages.module.css';

/** What readers see of a page, and what waits for them. */
export function PublicState({
  of: { published, scheduled, unpublished },
}: {
  of: Pick<ConsoleHelpPage, 'published' | 'scheduled' | 'unpublished'>;
}) {
  const { t } = useTranslation('help-pages');
  return (
    <div className={css.state}>
      <Badge colour={published ? 'success' : 'info'}>
        {published
          ? t('publicVersion', { number: published.version, time: formatDateTimeShort(published.atMs) })
          : t('shipped')}
      </Badge>
      {scheduled ? (
        <Badge colour="primary">
          {t('scheduledVersion', { number: scheduled.version, time: formatDateTimeShort(scheduled.atMs) })}
        </Badge>
      ) : null}
      {unpublished ? <Badge colour="warning">{t('unpublished')}</Badge> : null}
    </div>
  );
}
