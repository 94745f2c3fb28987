import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { LiveLogger } from './live-options.ts';
import { identityOf, type LiveSocket } from './live-socket.ts';

const RECHECK_MS = 30_000;
const TICK_MS = 1_000;
const CHECKS_AT_ONCE = 20;

interface Held {
  sockets: Set<LiveSocket>;
  checkedAt: number;
}

/** Sockets by session: each session is checked every 30 s and when told that it ended; its sockets end with it. */
export class SocketSessions {
  readonly #stillValid: (sessionId: string) => Promise<boolean>;
  readonly #log: LiveLogger;
  readonly #sessions = new Map<string, Held>();
  readonly #timer: NodeJS.Timeout;
  #checking = false;

  constructor(stillValid: (sessionId: string) => Promise<boolean>, log: LiveLogger) {
    this.#stillValid = stillValid;
    this.#log = log;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  add(socket: LiveSocket): void {
    const id = identityOf(socket)?.sessionId;
    if (id === undefined) return;
    const held = this.#sessions.get(id) ?? { sockets: new Set(), checkedAt: performance.now() };
    held.sockets.add(socket);
    this.#sessions.set(id, held);
  }

  remove(socket: LiveSocket): void {
    const id = identityOf(socket)?.sessionId;
    if (id === undefined) return;
    const held = this.#sessions.get(id);
    held?.sockets.delete(socket);
    if (held?.sockets.size === 0) this.#sessions.delete(id);
  }

  /** The session is over: its sockets are told and disconnected at once. */
  end(sessionId: string): void {
    for (const socket of [...(this.#sessions.get(sessionId)?.sockets ?? [])]) {
      socket.emit(ROOM_EVENTS.sessionExpired);
      socket.disconnect(true);
    }
  }

  /** Roles or person changed: the sockets come back and are authenticated anew. */
  renew(sessionId: string): void {
    for (const socket of [...(this.#sessions.get(sessionId)?.sockets ?? [])]) socket.disconnect(true);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      const now = performance.now();
      const due = [...this.#sessions].filter(([, held]) => now - held.checkedAt >= RECHECK_MS);
      for (let at = 0; at < due.length; at += CHECKS_AT_ONCE) {
        await Promise.all(due.slice(at, at + CHECKS_AT_ONCE).map(([id, held]) => this.#check(id, held)));
      }
    } finally {
      this.#checking = false;
    }
  }

  async #check(id: string, held: Held): Promise<void> {
    try {
      const valid = await this.#stillValid(id);
      held.checkedAt = performance.now();
      if (!valid) this.end(id);
    } catch (error) {
      // The session store is away: checked again in a second; nobody is sent away for our outage.
      this.#log.warn({ err: error }, 'session not re-checked');
    }
  }
}
