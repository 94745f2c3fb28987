import type { Language } from '#shared/i18n/languages.ts';
import type { RealtimeSocket } from '#server/platform/realtime/index.ts';
import type { Allowance } from './event-budgets.ts';
import type { LiveIdentity } from './live-options.ts';

/** This node's state of a connection. */
export interface SocketState {
  identity: LiveIdentity | null;
  language: Language;
  /** Client address, or the network it belongs to. */
  address: string;
  allowance: Allowance;
}

export type LiveSocket = RealtimeSocket;

export const stateOf = (socket: LiveSocket): SocketState => socket.data as SocketState;
export const identityOf = (socket: LiveSocket): LiveIdentity | null => stateOf(socket).identity;
export const addressOfSocket = (socket: LiveSocket): string => stateOf(socket).address;
export const personOf = (socket: LiveSocket): string | null => stateOf(socket).identity?.person ?? null;
