import { paths } from '#client/lib/paths.ts';
import type { ConsolePage } from '../routes/console.ts';

/** Where a line of the palette leads. */
interface Target {
  key: string;
  /** Whose icon it has; none: a page of one thing. */
  page: ConsolePage | null;
  label: string | { text: 'lot' | 'order' | 'applications' | 'payments' | 'accounts'; what: string };
  to: string;
  /** Handed to the page beside its address: typed words about a person are no part of it. */
  state?: { find: string };
}

const PAGES_SHOWN = 8;
const NUMBER = /^№?\s*(\d{1,12})$/u;

/**
 * What the typed text may mean: pages by a part of their name, things by their number, and the searches that take it.
 * Pages of other roles are no targets.
 */
export function targetsOf(
  typed: string,
  pages: readonly ConsolePage[],
  nameOf: (page: ConsolePage) => string,
): Target[] {
  const text = typed.trim();
  const has = (page: ConsolePage) => pages.includes(page);
  const wanted = text.toLocaleLowerCase();
  const named = pages
    .filter((page) => nameOf(page).toLocaleLowerCase().includes(wanted))
    .slice(0, text === '' ? undefined : PAGES_SHOWN)
    .map((page): Target => ({ key: page, page, label: nameOf(page), to: paths.console(page) }));
  if (text === '') return named;
  const number = Number(NUMBER.exec(text)?.[1] ?? 0);
  const things: (Target | false)[] = [
    number > 0 && {
      key: 'lot',
      page: null,
      label: { text: 'lot', what: `${number}` },
      to: paths.lotView(number),
    },
    number > 0 &&
      has('orders') && {
        key: 'order',
        page: 'orders',
        label: { text: 'order', what: `${number}` },
        to: paths.consoleOrder(number),
      },
    number > 0 &&
      has('applications') && {
        key: 'lot-applications',
        page: 'applications',
        label: { text: 'applications', what: `${number}` },
        to: `${paths.console('applications')}?lot=${number}`,
      },
    has('payments') && {
      key: 'find-payment',
      page: 'payments',
      label: { text: 'payments', what: text },
      to: `${paths.console('payments')}?${new URLSearchParams({ search: text }).toString()}`,
    },
    has('accounts') && {
      key: 'find-account',
      page: 'accounts',
      label: { text: 'accounts', what: text },
      to: paths.console('accounts'),
      state: { find: text },
    },
  ];
  return [...named, ...things.filter((thing) => thing !== false)];
}
