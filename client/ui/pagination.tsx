import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import css from './pagination.module.css';

/** Pages around the current one, with the first and the last; null is a gap. */
export function pagesShown(page: number, count: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, count].filter((each) => each >= 1 && each <= count);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((each, at) => {
    const before = pages[at - 1] ?? 0;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}

interface PaginationProps {
  page: number;
  count: number;
  /** Address of a page: pages are links, so they open in new tabs too. */
  to: (page: number) => string;
}

export function Pagination({ page, count, to }: PaginationProps) {
  const { t } = useTranslation('ui');
  if (count <= 1) return null;
  return (
    <nav className={css.pages} aria-label={t('pages.label')}>
      {page > 1 ? (
        <Link to={to(page - 1)} aria-label={t('pages.previous')}>
          <ChevronLeft size={20} aria-hidden />
        </Link>
      ) : null}
      {pagesShown(page, count).map((each, at) =>
        each === null ? (
          <span key={`gap-${at}`} aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={each}
            to={to(each)}
            aria-label={t('pages.page', { page: each })}
            aria-current={each === page ? 'page' : undefined}
          >
            {each}
          </Link>
        ),
      )}
      {page < count ? (
        <Link to={to(page + 1)} aria-label={t('pages.next')}>
          <ChevronRight size={20} aria-hidden />
        </Link>
      ) : null}
    </nav>
  );
}
