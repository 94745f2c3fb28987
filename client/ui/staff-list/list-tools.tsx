import { Bookmark, Columns3, Trash2 } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../button.tsx';
import { Disclosure } from '../disclosure.tsx';
import { InputField } from '../input-field.tsx';
import { VIEW_NAME_MAX } from '#shared/api/console/list-choices.ts';
import { FailedPart } from '../failed-part.tsx';
import { FormError } from '../form-error.tsx';
import type { ChosenForList } from './list-choices.ts';
import { filtersOf, queryOf } from './view-filters.ts';
import css from './staff-list.module.css';

interface ListToolsProps {
  /** Those that may be hidden. */
  columns: readonly { key: string; head: string }[];
  choices: ChosenForList;
  /** What the rows come to, at the other end of the line. */
  totals?: ReactNode;
  /** The ways to take the list along. */
  exports?: ReactNode;
}

/** Above a table: its files, which columns it shows, and the views of it that the person has saved. */
export function ListTools({ columns, choices, totals, exports }: ListToolsProps) {
  const { t } = useTranslation('staff');
  if (choices.error)
    return <FailedPart name={t('list.choicesFailed')} error={choices.error} onRetry={choices.retry} />;
  return (
    <div className={css.tools}>
      {totals}
      {exports ? <div className={css.exports}>{exports}</div> : null}
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
            <FormError error={choices.columnsError} />
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

function Views({ choices, onChosen }: { choices: ChosenForList; onChosen: () => void }) {
  const { t } = useTranslation('staff');
  const { pathname, search } = useLocation();
  const [name, setName] = useState('');
  const filters = filtersOf(search);
  const shown = queryOf(filters);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    if (await choices.saveView({ name: name.trim(), filters })) setName('');
  };
  return (
    <div className={css.views}>
      {choices.views.length === 0 ? <p>{t('list.noViews')}</p> : null}
      <ul>
        {choices.views.map((view) => {
          const query = queryOf(view.filters);
          return (
            <li key={view.name}>
              <Link
                to={query ? `${pathname}?${query}` : pathname}
                aria-current={query === shown}
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
          );
        })}
      </ul>
      <form onSubmit={(event) => void save(event)}>
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
        <FormError error={choices.viewsError} />
      </form>
    </div>
  );
}
