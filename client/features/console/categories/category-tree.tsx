import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { arrangeCategories, type CategoryBrief } from '#shared/api/console/console-categories.ts';
import { SortableList } from '#client/entities/dictionary/sortable-list.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import writing from '#client/ui/writing.module.css';
import { categoriesQuery } from './categories-query.ts';
import css from './console-categories.module.css';

const addressOf = (item: number | 'new', group?: number) =>
  `${paths.console('categories')}?item=${item}${group === undefined ? '' : `&group=${group}`}`;

interface Arranged {
  parentId: number | null;
  before: number[];
  after: number[];
}

/** Groups with their categories, in the order in which people see them. */
export function CategoryTree({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation(['categories', 'staff']);
  const localized = useLocalized();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(categoriesQuery);
  const [opened, setOpened] = useState<number | null>(null);
  const arrange = useMutation({
    mutationFn: (to: Arranged) => call(arrangeCategories, { body: to }),
    // Not retried: the list shows the order that is stored, and the reason.
    onSettled: () => queries.invalidateQueries({ queryKey: ['console-categories'] }),
  });
  // The new order is shown while it is being stored.
  const ordered = <One extends { id: number }>(items: readonly One[], parentId: number | null): One[] => {
    const to = arrange.isPending && arrange.variables.parentId === parentId ? arrange.variables.after : null;
    const byId = new Map(items.map((item) => [item.id, item]));
    return to ? to.flatMap((id) => byId.get(id) ?? []) : [...items];
  };
  const arranger = (parentId: number | null, items: readonly { id: number }[]) =>
    mayWrite && !arrange.isPending
      ? (after: number[]) => arrange.mutate({ parentId, before: items.map(({ id }) => id), after })
      : null;
  const title = t('staff:page.categories');
  return (
    <div className={writing.page}>
      <PageTitle
        aside={
          mayWrite ? (
            <ButtonLink to={addressOf('new')} size="md" leftSection={<Plus size={18} aria-hidden />}>
              {t('addGroup')}
            </ButtonLink>
          ) : null
        }
      >
        {title}
      </PageTitle>
      <p className={writing.muted}>{t('lead')}</p>
      <FormError error={arrange.error} />
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={480} />}
      {data ? (
        <SortableList
          label={title}
          items={ordered(data.groups, null)}
          idOf={({ id }) => id}
          nameOf={({ name }) => localized(name)}
          onArrange={arranger(null, data.groups)}
        >
          {(group) => (
            <div className={css.stack}>
              <div className={css.line}>
                <Entry of={group} />
                <Button
                  variant="default"
                  size="sm"
                  aria-expanded={opened === group.id}
                  aria-label={`${t('count', { count: group.categories.length })}, ${localized(group.name)}`}
                  rightSection={<ChevronDown size={16} aria-hidden data-open={opened === group.id} />}
                  onClick={() => setOpened(opened === group.id ? null : group.id)}
                >
                  {t('count', { count: group.categories.length })}
                </Button>
              </div>
              {opened === group.id ? (
                <>
                  <SortableList
                    label={localized(group.name)}
                    items={ordered(group.categories, group.id)}
                    idOf={({ id }) => id}
                    nameOf={({ name }) => localized(name)}
                    onArrange={arranger(group.id, group.categories)}
                  >
                    {(category) => <Entry of={category} />}
                  </SortableList>
                  {mayWrite ? (
                    <ButtonLink
                      className={css.fit}
                      variant="default"
                      size="md"
                      to={addressOf('new', group.id)}
                      leftSection={<Plus size={18} aria-hidden />}
                    >
                      {t('addCategory')}
                    </ButtonLink>
                  ) : null}
                </>
              ) : null}
            </div>
          )}
        </SortableList>
      ) : null}
    </div>
  );
}

function Entry({ of: { id, name, hidden, fieldCount, lotCount } }: { of: CategoryBrief }) {
  const { t } = useTranslation('categories');
  const localized = useLocalized();
  return (
    <div className={css.line}>
      <span className={css.name}>
        <Link to={addressOf(id)}>{localized(name)}</Link>
        <span className={writing.small}>
          {t('asks', { count: fieldCount })} · {t('lots', { count: lotCount })}
        </span>
      </span>
      {hidden ? <Badge colour="warning">{t('hidden')}</Badge> : null}
    </div>
  );
}
