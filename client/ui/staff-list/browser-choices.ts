import {
  hideColumns,
  saveView,
  type ListChoices,
  type ListView,
  type StaffList,
} from '#shared/api/console/list-choices.ts';
import { readStored, removeStored } from '#client/i18n/storage.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { call } from '#client/lib/api-client.ts';
import { filtersOf } from './view-filters.ts';

interface OfList {
  person: string;
  list: StaffList;
  /** Of the page, by which this browser knew the list. */
  pathname: string;
}

/** What an earlier version stored in this browser; null: nothing that can be read. */
function readBrowserChoices(key: string): { hidden: string[]; views: ListView[] } | null {
  try {
    const { hidden, views } = JSON.parse(readStored(key) ?? 'null') as Record<'hidden' | 'views', unknown>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((each) => typeof each === 'string') : [],
      views: Array.isArray(views) ? views.flatMap(viewOf) : [],
    };
  } catch {
    return null; // not retried: what was cut or edited by hand counts as nothing chosen
  }
}

/** A view that searched for a person or a word is left out: without the search it would be another one. */
function viewOf(stored: { name?: unknown; query?: unknown } | null): ListView[] {
  const { name, query } = stored ?? {};
  if (typeof name !== 'string' || typeof query !== 'string') return [];
  const filters = filtersOf(query);
  return Object.keys(filters).length === [...new URLSearchParams(query)].length ? [{ name, filters }] : [];
}

/** Sends the server once what an earlier version stored in this browser for a list, and removes it here. */
export async function takeOverBrowserChoices(
  choices: ListChoices,
  { person, list, pathname }: OfList,
): Promise<ListChoices> {
  const key = `savdo.list.${person}.${pathname}`;
  if (readStored(key) === null) return choices;
  const { hidden, views } = readBrowserChoices(key) ?? { hidden: [], views: [] };
  const params = { list };
  let known = choices;
  const sends = [
    ...(hidden.length > 0 && known.hidden.length === 0
      ? [() => call(hideColumns, { params, body: { hidden } })]
      : []),
    ...views
      .filter((view) => known.views.every(({ name }) => name !== view.name))
      .map((view) => () => call(saveView, { params, body: view })),
  ];
  for (const send of sends)
    try {
      known = await send();
    } catch (error) {
      // Not retried where the server refuses it; after any other failure the next reading of the list goes on with the rest.
      if (!(error instanceof ApiError && [400, 422].includes(error.status))) return known;
    }
  removeStored(key);
  return known;
}
