import { create } from 'zustand';
import { OTHER_PERSON, PAGE_PERSON_HEADER } from '#shared/api/contract.ts';
import { cookieOf } from './cookie-of.ts';
import { onVisibilityChange, pageVisible } from './page-visible.ts';

const COOKIE = 'savdo_person';
/** In the session storage: the page was reloaded because another person had signed in. */
const RELOADED = 'savdo:other-person';
/** Each page that opens says so to the others of this browser. */
const CHANNEL = 'savdo:page-opened';

const usePage = create<{ person: string | null; leaving: boolean }>(() => ({ person: null, leaving: false }));

/** For whom pages are made now. A page that the server renders is no one's. */
export const signedIn = (): string | null =>
  typeof document === 'undefined' ? null : cookieOf(document.cookie, COOKIE);

/**
 * Whom this page was made for; null while it is a visitor's. Once it is a person's it stays theirs: another person who signs in
 * gets a page of their own.
 */
export function pagePerson(): string | null {
  if (usePage.getState().person === null) usePage.setState({ person: signedIn() });
  return usePage.getState().person;
}

/** Called when the stored user is removed: a page that opens from now on is a visitor's. This one stays whose it was. */
export function forgetPagePerson(): void {
  document.cookie = `${COOKIE}=; path=/; max-age=0`;
}

/** For every request to our server. */
export function pageHeaders(): Record<string, string> {
  const mark = pagePerson();
  return { 'x-savdo': '1', ...(mark === null ? {} : { [PAGE_PERSON_HEADER]: mark }) };
}

/** True while the page is being reloaded for another person: what it holds must not be stored. */
export const isLeavingForOther = (): boolean => usePage.getState().leaving;

/** Called where the server says that the session is another person's: nothing of the old page remains. */
export function leaveForOtherPerson(): void {
  if (isLeavingForOther()) return;
  usePage.setState({ leaving: true });
  sessionStorage.setItem(RELOADED, '1');
  window.location.reload();
}

/** Reloads the page where the server refused it as another person's. */
export function noticeOtherPerson(code: string): void {
  if (code === OTHER_PERSON) leaveForOtherPerson();
}

/** Has this page replaced one of another person? True once. */
export function takeReloaded(): boolean {
  const reloaded = sessionStorage.getItem(RELOADED) !== null;
  sessionStorage.removeItem(RELOADED);
  return reloaded;
}

function compare(): void {
  const now = signedIn();
  const { person } = usePage.getState();
  if (person !== null && now !== null && now !== person) leaveForOtherPerson();
}

/** Notices another person before anything is pressed. What counts is the server's refusal; this only spares a press. */
export function watchPagePerson(): void {
  pagePerson();
  onVisibilityChange((visible) => visible && compare());
  window.addEventListener('focus', compare);
  // Shown again from the browser's memory.
  window.addEventListener('pageshow', compare);
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => pageVisible() && compare());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(null);
}
