import { loginUrl } from '#client/lib/paths.ts';

/** `?dialog=change-password` opens the dialog once the page is there. */
export const DIALOG_PARAMETER = 'dialog';

/** Signs in again and comes back to the given page with the dialog open. `renew` asks for the password even when known. */
export function renewSignInUrl(
  page: { pathname: string; search: string },
  dialog: 'change-password',
): string {
  const search = new URLSearchParams(page.search);
  search.set(DIALOG_PARAMETER, dialog);
  return `${loginUrl(`${page.pathname}?${search.toString()}`)}&renew=1`;
}
