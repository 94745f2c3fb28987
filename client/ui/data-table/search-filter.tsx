import { useState, type FormEvent } from 'react';
import { InputField } from '../input-field.tsx';
import css from './data-table.module.css';

interface SearchFilterProps {
  label: string;
  hint?: string;
  /** What the list is searched for now. */
  search: string;
  onSearch: (text: string) => void;
}

/** Searches a list when Enter is pressed or the field is left. Another `search` from outside needs another `key`. */
export function SearchFilter({ label, hint, search, onSearch }: SearchFilterProps) {
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form role="search" aria-label={label} className={css.search} onSubmit={submit}>
      <InputField
        label={label}
        type="search"
        value={text}
        maxLength={100}
        {...(hint === undefined ? {} : { placeholder: hint })}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text.trim() !== search && onSearch(text.trim())}
      />
    </form>
  );
}
