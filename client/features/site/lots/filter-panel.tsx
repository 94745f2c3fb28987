import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FilterFields } from './filter-fields.tsx';
import { anyFilter, filtersOf, NO_FILTERS, type ListFilters, type ListQuery } from './list-query.ts';
import css from './filters.module.css';

interface FilterPanelProps {
  query: ListQuery;
  onChange: (part: Partial<ListFilters>) => void;
}

/** What changed in the address replaces its field; a word typed meanwhile elsewhere in the panel stays. */
function withChanges(draft: ListFilters, before: ListFilters, after: ListFilters): ListFilters {
  const names = Object.keys(NO_FILTERS) as (keyof ListFilters)[];
  const changes = names.filter((name) => before[name] !== after[name]);
  return { ...draft, ...Object.fromEntries(changes.map((name) => [name, after[name]])) };
}

/** Filters beside the list. Choices act at once and take along what is typed, which otherwise acts on Enter or the button. */
export default function FilterPanel({ query, onChange }: FilterPanelProps) {
  const { t } = useTranslation('lots');
  const [draft, setDraft] = useState(() => filtersOf(query));
  const known = useRef(query);
  useEffect(() => {
    const before = known.current;
    known.current = query;
    setDraft((now) => withChanges(now, before, query));
  }, [query]);

  const apply = (filters: ListFilters) => onChange({ ...filters, q: filters.q.trim() });
  const take = (part: Partial<ListFilters>, typed: boolean) => {
    const next = { ...draft, ...part };
    setDraft(next);
    // Who goes on to choose has finished typing: the panel and the list say the same.
    if (!typed) apply(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(draft);
  };

  return (
    <form className={css.fields} onSubmit={submit} aria-label={t('lot-list:filter.title')}>
      <FilterFields filters={draft} onChange={take} />
      <div className={css.actions}>
        <Button type="submit" size="md" leftSection={<Search size={18} aria-hidden />}>
          {t('lot-list:filter.search')}
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
          {t('lot-list:filter.clear')}
        </Button>
      </div>
    </form>
  );
}
