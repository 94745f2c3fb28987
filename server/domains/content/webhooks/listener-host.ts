/** The last dot of a name changes nothing about where it leads. */
const withoutLastDot = (host: string): string => host.replace(/\.+$/, '');

/** The host of a listener's address as URLs have it: small letters, punycode, plain addresses. '' where it is no address. */
export const listenerHost = (url: string): string => withoutLastDot(URL.parse(url)?.hostname ?? '');

/** What a host and the names above and below it have in common: its last two parts; an address itself. */
export const siteOf = (host: string): string =>
  /[a-z]$/.test(host) ? host.split('.').slice(-2).join('.') : host;

/** The same of a host that somebody has typed; null: it is no name of at least two parts, and no address of the network. */
export function typedHost(typed: string): string | null {
  const parsed = URL.parse(`https://${typed}`);
  if (!parsed || parsed.href !== `https://${parsed.hostname}/`) return null;
  const host = withoutLastDot(parsed.hostname);
  return host.includes('.') || host.startsWith('[') ? host : null;
}
