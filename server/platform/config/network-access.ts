import type { Variables } from './variables.ts';

/** Which addresses this installation listens on, and which host names it answers. */
export interface NetworkAccess {
  /** Network addresses to listen on; null: all. */
  listenOn: readonly string[] | null;
  /** Host names the sites answer to, as `URL.hostname` writes them; null: any. */
  hostNames: ReadonlySet<string> | null;
  /** Local twins run, and HOST admits other machines. */
  standInsExposed: boolean;
  /** Addresses other than this machine's from which the twins' pages may be opened. */
  standInAddresses: readonly string[];
}

/** Both loopbacks: browsers take either for `localhost`. */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '[::]']);

const nameOf = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/**
 * With local twins every visitor can read everybody's codes, so such an installation listens on the loopback unless HOST says
 * otherwise, and answers only to its own names: a foreign page whose name resolves to this machine (DNS rebinding) could
 * otherwise read it through its visitor's browser. Ports are ignored, because tunnels change them.
 */
export function networkAccessOf(
  v: Pick<Variables, 'HOST' | 'ALLOWED_ORIGINS' | 'STAND_IN_ADDRESSES'>,
  sandboxesAllowed: boolean,
  addresses: readonly string[],
): NetworkAccess {
  const standInAddresses = v.STAND_IN_ADDRESSES;
  if (!sandboxesAllowed)
    return { listenOn: v.HOST ? [v.HOST] : null, hostNames: null, standInsExposed: false, standInAddresses };
  const named = [...addresses, ...v.ALLOWED_ORIGINS].map((address) => new URL(address).hostname);
  const own = v.HOST && !EVERY_INTERFACE.has(v.HOST) ? [nameOf(v.HOST)] : [];
  return {
    listenOn: v.HOST ? [v.HOST] : LOOPBACK_ADDRESSES,
    hostNames: new Set([...LOOPBACK_NAMES, ...named, ...own]),
    standInsExposed: v.HOST !== undefined && !LOOPBACK_NAMES.includes(nameOf(v.HOST)),
    standInAddresses,
  };
}
