import { useState } from 'react';
import { readStored, writeStored } from '#client/i18n/storage.ts';
import { useSession } from '#client/lib/session.ts';

/** A list as one person likes to see it: filters under a name. */
interface SavedView {
  name: string;
  /** Query of the address without the page. */
  query: string;
}

interface Choices {
  /** Keys of columns that are not shown. */
  hidden: readonly string[];
  views: readonly SavedView[];
}

const MOST_VIEWS = 20;
export const VIEW_NAME_MAX = 40;

const NONE: Choices = { hidden: [], views: [] };

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).query === 'string';

function readChoices(key: string): Choices {
  try {
    const { hidden, views } = JSON.parse(readStored(key) ?? '{}') as Partial<Record<keyof Choices, unknown>>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((each) => typeof each === 'string') : [],
      views: Array.isArray(views) ? views.filter(isView) : [],
    };
  } catch {
    return NONE; // not retried: what was cut or edited by hand counts as nothing chosen
  }
}

/**
 * Columns and views that a person of staff has chosen for the list at an address. They stay in this browser, by person: a
 * filter may hold the phone or the name of somebody, which the server would then have to keep, export and erase as
 * personal data of that one, and a view is no more than an address with a name.
 */
export function useListChoices(pathname: string) {
  const person = useSession(({ me }) => me?.id ?? '');
  const key = `savdo.list.${person}.${pathname}`;
  const [choices, setChoices] = useState(() => ({ key, ...readChoices(key) }));
  if (choices.key !== key) setChoices({ key, ...readChoices(key) });
  const change = (next: (before: Choices) => Partial<Choices>) => {
    // Read again: another tab may have chosen meanwhile.
    const before = readChoices(key);
    const after = { ...before, ...next(before) };
    writeStored(key, JSON.stringify(after));
    setChoices({ key, ...after });
  };
  return {
    hidden: choices.hidden,
    views: choices.views,
    showColumn: (column: string, shown: boolean) =>
      change(({ hidden }) => {
        const others = hidden.filter((each) => each !== column);
        return { hidden: shown ? others : [...others, column] };
      }),
    /** One of the same name is replaced; beyond the most, the oldest goes. */
    saveView: (view: SavedView) =>
      change(({ views }) => ({
        views: [...views.filter(({ name }) => name !== view.name), view].slice(-MOST_VIEWS),
      })),
    removeView: (name: string) =>
      change(({ views }) => ({ views: views.filter((view) => view.name !== name) })),
  };
}

export type ListChoices = ReturnType<typeof useListChoices>;
