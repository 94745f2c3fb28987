const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/u;
/** What is not seen in an address, or turns it. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
/** Longest address of a link, in characters. */
const LINK_MAX = 500;

/**
 * May an author's link lead there? Paths of this site, and other sites over https by a public name: no script, no data, no
 * user name before the host, nothing that a browser would read as another address than a person does.
 */
export function isSafeLink(href: string): boolean {
  if (href.length > LINK_MAX || HIDDEN.test(href)) return false;
  if (href.startsWith('/')) return OWN_PATH.test(href);
  return isSafeSite(href);
}

/** An address of another site over https. */
export function isSafeSite(href: string): boolean {
  if (href.length > LINK_MAX || HIDDEN.test(href) || !/^https:\/\/[^\s\\"'<>]+$/iu.test(href)) return false;
  if (!URL.canParse(href)) return false;
  const { protocol, username, password, hostname } = new URL(href);
  return protocol === 'https:' && username === '' && password === '' && /\.[a-z][a-z0-9-]*$/i.test(hostname);
}

/** Does a link lead away from this site? */
export const leadsAway = (href: string): boolean => !href.startsWith('/');
