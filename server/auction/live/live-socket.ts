import type { Language } from '#shared/i18n/languages.ts';
import type { RealtimeSocket } from '#server/platform/realtime/index.ts';
import type { EventBudget } from './event-budget.ts';
import type { LiveIdentity } from './live-options.ts';

/** What this node remembers of a connection. */
export interface SocketState {
  identity: LiveIdentity | null;
  language: Language;
  budget: EventBudget;
}

export type LiveSocket = RealtimeSocket;

export const stateOf = (socket: LiveSocket): SocketState => socket.data as SocketState;
export const identityOf = (socket: LiveSocket): LiveIdentity | null => stateOf(socket).identity;
export const personOf = (socket: LiveSocket): string | null => stateOf(socket).identity?.person ?? null;
