import { Search } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FilterFields } from './filter-fields.tsx';
import { anyFilter, NO_FILTERS, type ListFilters, type ListQuery } from './list-query.ts';
import css from './filters.module.css';

interface FilterPanelProps {
  query: ListQuery;
  onChange: (part: Partial<ListFilters>) => void;
}

/** The filters of the query alone, as a draft a person may change. */
export const filtersOf = (query: ListFilters): ListFilters => ({
  ...(Object.fromEntries(
    (Object.keys(NO_FILTERS) as (keyof ListFilters)[]).map((name) => [name, query[name]]),
  ) as unknown as ListFilters),
});

/** Filters beside the list. Choices act at once; what is typed acts on Enter or the button. */
export function FilterPanel({ query, onChange }: FilterPanelProps) {
  const { t } = useTranslation('lots');
  const [draft, setDraft] = useState(() => filtersOf(query));
  useEffect(() => setDraft(filtersOf(query)), [query]);

  const take = (part: Partial<ListFilters>, typed: boolean) => {
    const next = { ...draft, ...part };
    setDraft(next);
    // A half-typed word stays in its field and is not searched yet.
    if (!typed) onChange(part);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...draft, q: draft.q.trim() });
  };

  return (
    <form className={css.fields} onSubmit={submit} aria-label={t('filter.title')}>
      <FilterFields filters={draft} onChange={take} />
      <div className={css.actions}>
        <Button type="submit" size="md" leftSection={<Search size={18} aria-hidden />}>
          {t('filter.search')}
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={!anyFilter(query) && !anyFilter(draft)}
          onClick={() => {
            setDraft(NO_FILTERS);
            onChange(NO_FILTERS);
          }}
        >
          {t('filter.clear')}
        </Button>
      </div>
    </form>
  );
}
