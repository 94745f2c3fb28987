import { Search, SearchX } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { OtherAuctions } from './related-lots.tsx';
import card from './card.module.css';
import css from './no-such-lot.module.css';

/** The address names no lot: a search, and what is sold now. */
export function NoSuchLot() {
  const { t } = useTranslation('card');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q !== '') void navigate(paths.lotList({ q, i: LOT_TAB.searchResults }));
  };
  return (
    <div className={card.page}>
      <EmptyState page icon={SearchX} title={t('gone.title')} text={t('gone.text')}>
        <form className={css.findLot} role="search" onSubmit={submit}>
          <input
            type="search"
            value={text}
            maxLength={LOT_SEARCH_MAX}
            aria-label={t('lots:filter.q')}
            placeholder={t('lots:filter.q')}
            enterKeyHint="search"
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" aria-label={t('gone.search')}>
            <Search size={20} aria-hidden />
          </button>
        </form>
        <ButtonLink to={paths.lotList()} variant="default" size="md">
          {t('ui:action.allLots')}
        </ButtonLink>
      </EmptyState>
      <OtherAuctions lotId={0} />
    </div>
  );
}
