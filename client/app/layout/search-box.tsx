import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { paths } from '#client/lib/paths.ts';
import css from './layout.module.css';

interface SearchBoxProps {
  onSearch?: () => void;
  /** A second box over a page that has one is no landmark of its own. */
  landmark?: boolean;
}

/** Enter or the button opens the list of lots found, and empties the box. */
export function SearchBox({ onSearch, landmark = true }: SearchBoxProps) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const [text, setText] = useState('');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q === '') return;
    setText('');
    onSearch?.();
    void navigate(paths.lotList({ q, i: LOT_TAB.searchResults }));
  };

  return (
    <form className={css.search} role={landmark ? 'search' : undefined} onSubmit={submit}>
      <input
        type="search"
        value={text}
        maxLength={LOT_SEARCH_MAX}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" aria-label={t('search.button')}>
        <Search size={20} aria-hidden />
      </button>
    </form>
  );
}
