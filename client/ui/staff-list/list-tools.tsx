import { Bookmark, Columns3, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../button.tsx';
import { Disclosure } from '../disclosure.tsx';
import { InputField } from '../input-field.tsx';
import { VIEW_NAME_MAX, type ListChoices } from './list-choices.ts';
import css from './staff-list.module.css';

interface ListToolsProps {
  /** Those that may be hidden. */
  columns: readonly { key: string; head: string }[];
  choices: ListChoices;
}

/** Which columns a list shows, and the views of it that the person has saved. */
export function ListTools({ columns, choices }: ListToolsProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.tools}>
      <Disclosure
        className={css.tool}
        panelClassName={css.panel}
        label={
          <>
            <Columns3 size={16} aria-hidden />
            {t('list.columns')}
          </>
        }
      >
        {() => (
          <fieldset className={css.columns}>
            <legend className="sr-only">{t('list.columns')}</legend>
            {columns.map(({ key, head }) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={!choices.hidden.includes(key)}
                  onChange={({ target }) => choices.showColumn(key, target.checked)}
                />
                {head}
              </label>
            ))}
          </fieldset>
        )}
      </Disclosure>
      <Disclosure
        className={css.tool}
        panelClassName={css.panel}
        label={
          <>
            <Bookmark size={16} aria-hidden />
            {t('list.views')}
          </>
        }
      >
        {(close) => <Views choices={choices} onChosen={close} />}
      </Disclosure>
    </div>
  );
}

/** The query of an address without its page: a view begins on the first one. */
function filtersOf(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  return query.toString();
}

function Views({ choices, onChosen }: { choices: ListChoices; onChosen: () => void }) {
  const { t } = useTranslation('staff');
  const { pathname, search } = useLocation();
  const [name, setName] = useState('');
  const query = filtersOf(search);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    choices.saveView({ name: name.trim(), query });
    setName('');
  };
  return (
    <div className={css.views}>
      {choices.views.length === 0 ? <p>{t('list.noViews')}</p> : null}
      <ul>
        {choices.views.map((view) => (
          <li key={view.name}>
            <Link
              to={view.query ? `${pathname}?${view.query}` : pathname}
              aria-current={view.query === query}
              onClick={onChosen}
            >
              {view.name}
            </Link>
            <button
              type="button"
              aria-label={t('list.removeView', { name: view.name })}
              title={t('list.removeView', { name: view.name })}
              onClick={() => choices.removeView(view.name)}
            >
              <Trash2 size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={save}>
        <InputField
          label={t('list.viewName')}
          hint={t('list.viewHint')}
          maxLength={VIEW_NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" size="sm" variant="default" disabled={name.trim() === ''}>
          {t('list.saveView')}
        </Button>
      </form>
    </div>
  );
}
