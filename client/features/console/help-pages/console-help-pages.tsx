import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { consoleHelpPages } from '#shared/api/console/console-help-pages.ts';
import { HELP_PAGES } from '#shared/api/pages.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { HelpPageEditor } from './help-page-editor.tsx';
import { PublicState } from './public-state.tsx';
import writing from '#client/ui/writing.module.css';

/** Help pages for staff: all of them, or the one that is named in the address. */
export function ConsoleHelpPages() {
  const [search] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const item = search.get('item');
  const page = HELP_PAGES.find((each) => each === item);
  return page ? <HelpPageEditor key={page} page={page} mayWrite={mayWrite} /> : <Pages />;
}

function Pages() {
  const { t } = useTranslation(['help-pages', 'staff', 'info']);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-help-pages'],
    queryFn: ({ signal }) => call(consoleHelpPages, { signal }),
    ...recovering(),
  });
  return (
    <div className={writing.page}>
      <PageTitle>{t('staff:page.help-pages')}</PageTitle>
      <p className={writing.muted}>{t('lead')}</p>
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={320} />}
      <ul className={writing.list}>
        {data?.map((page) => (
          <li key={page.page} className={writing.card}>
            <Link className={writing.name} to={`${paths.console('help-pages')}?item=${page.page}`}>
              {t(`info:page.${page.page}`)}
            </Link>
            <PublicState of={page} />
          </li>
        ))}
      </ul>
    </div>
  );
}
