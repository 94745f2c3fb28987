import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { removeSavedSearch, type SavedSearch } from '#shared/api/cabinet/saved-searches.ts';
import { savedSearchesQuery } from '#client/entities/lot/saved-searches.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './favourites.module.css';

/** Searches of whose new lots the person is notified; nothing where there are none. */
export default function SavedSearches() {
  const { t } = useTranslation('saved-searches');
  const { data, error, refetch } = useQuery(savedSearchesQuery);
  if (error && !data) return <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={css.searches} aria-labelledby="saved-searches">
      <h2 id="saved-searches">{t('list')}</h2>
      <ul>
        {data.map((search) => (
          <Search key={search.id} search={search} />
        ))}
      </ul>
    </section>
  );
}

function Search({ search: { id, name, path, createdAtMs } }: { search: SavedSearch }) {
  const { t } = useTranslation('saved-searches');
  const queries = useQueryClient();
  const text = useErrorText();
  const remove = useMutation({
    mutationFn: () => call(removeSavedSearch, { body: { id } }),
    onSuccess: () => notify('success', t('removed')),
    // Not retried: the search is still in the list, and the person may press again.
    onError: (error) => notify('error', text(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: savedSearchesQuery.queryKey }),
  });
  return (
    <li>
      <Link to={path}>{name}</Link>
      <span>{t('since', { date: formatDateShort(createdAtMs) })}</span>
      <Button
        variant="default"
        size="md"
        aria-label={t('removeOne', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('remove')}
      </Button>
    </li>
  );
}
