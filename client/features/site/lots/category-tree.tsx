import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CategoryGroup } from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { NoCategories } from './category-groups.tsx';
import { CategoryIcon } from './category-icon.tsx';
import { categoriesQuery } from './dictionaries.ts';
import css from './category-tree.module.css';

const PLACES = 6;
const APOSTROPHES = /['`´‘’ʻʼ]/g;

const plain = (text: string) => text.toLowerCase().replace(APOSTROPHES, '');

/** Groups and categories whose name has the words, in any language; a found group keeps all its categories. */
export function findCategories(tree: readonly CategoryGroup[], words: string): CategoryGroup[] {
  const wanted = plain(words).trim();
  if (wanted === '') return [...tree];
  const has = (name: LocalizedText) => Object.values(name).some((text) => plain(text).includes(wanted));
  return tree.flatMap((group) => {
    if (has(group.name)) return [group];
    const found = group.categories.filter((category) => has(category.name));
    return found.length > 0 ? [{ ...group, categories: found }] : [];
  });
}

/** The whole tree with counters and a search within; groups open one by one on a phone, all at once on a desktop. */
export function CategoryTree() {
  const { t } = useTranslation('lots');
  const { data, error, refetch } = useQuery(categoriesQuery);
  const [words, setWords] = useState('');
  const found = data ? findCategories(data, words) : [];
  return (
    <>
      <div className={css.search}>
        <Search size={20} aria-hidden />
        <input
          type="search"
          value={words}
          maxLength={LOT_SEARCH_MAX}
          aria-label={t('category.search')}
          placeholder={t('category.search')}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {data ? (
        data.length === 0 ? (
          <NoCategories />
        ) : found.length === 0 ? (
          <EmptyState title={t('category.none')} text={t('category.noneText')}>
            <ButtonLink to={paths.lotList({ q: words.trim(), i: LOT_TAB.searchResults })}>
              {t('category.searchLots')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <ul className={css.groups}>
            {found.map((group) => (
              <Group key={group.id} group={group} searching={words.trim() !== ''} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} title={t('category.failed')} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.groups} aria-busy="true">
          {Array.from({ length: PLACES }, (_, at) => (
            <li key={at} className={css.place}>
              <Skeleton height="100%" radius={12} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Group({ group, searching }: { group: CategoryGroup; searching: boolean }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const [opened, setOpened] = useState(false);
  const list = useId();
  const shown = opened || searching;
  const head = (
    <>
      <span className={css.icon}>
        <CategoryIcon url={group.iconUrl} />
      </span>
      <span className={css.name}>{localized(group.name)}</span>
      <span className={css.count}>
        {t('category.lots', { count: group.lotCount, shown: formatCount(group.lotCount) })}
      </span>
    </>
  );
  return (
    <li className={css.group} data-opened={shown}>
      <h2 className={css.wide}>
        <Link to={paths.lotList({ group: group.id })} className={css.head}>
          {head}
          <ChevronRight size={20} className={css.arrow} aria-hidden />
        </Link>
      </h2>
      <h2 className={css.narrow}>
        <button
          type="button"
          className={css.head}
          aria-expanded={shown}
          aria-controls={list}
          onClick={() => setOpened(!opened)}
        >
          {head}
          <ChevronDown size={20} className={css.arrow} aria-hidden />
        </button>
      </h2>
      <ul id={list} className={css.children}>
        <li className={css.narrow}>
          <Link to={paths.lotList({ group: group.id })}>
            <span>{t('category.allOf')}</span>
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
        {group.categories.map((category) => (
          <li key={category.id}>
            <Link to={paths.lotList({ group: group.id, category: category.id })}>
              <CategoryIcon url={category.iconUrl} size={18} />
              <span>{localized(category.name)}</span>
              <span className={css.childCount} data-none={category.lotCount === 0}>
                {formatCount(category.lotCount)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
