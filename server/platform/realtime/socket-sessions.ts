import type { Socket } from 'socket.io';
import type { Logger } from '#server/platform/logging/index.ts';

type SessionSocket = Pick<Socket, 'emit' | 'disconnect'>;

const RECHECK_MS = 30_000;
const TICK_MS = 1_000;
const CHECKS_AT_ONCE = 20;

interface Session {
  sockets: Set<SessionSocket>;
  checkedAt: number;
}

export interface SocketSessionOptions {
  stillValid: (sessionId: string) => Promise<boolean>;
  /** The last event that sockets of a session that has ended get. */
  endEvent: string;
  log: Pick<Logger, 'warn'>;
}

/** Sockets by session: each session is checked every 30 s; when it ends, its sockets are disconnected. */
export class SocketSessions {
  readonly #o: SocketSessionOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;
  #checking = false;

  constructor(options: SocketSessionOptions) {
    this.#o = options;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  add(id: string, socket: SessionSocket): void {
    const session = this.#sessions.get(id) ?? { sockets: new Set(), checkedAt: performance.now() };
    session.sockets.add(socket);
    this.#sessions.set(id, session);
  }

  remove(id: string, socket: SessionSocket): void {
    const session = this.#sessions.get(id);
    session?.sockets.delete(socket);
    if (session?.sockets.size === 0) this.#sessions.delete(id);
  }

  /** The session has ended: its sockets are notified and disconnected at once. */
  end(sessionId: string): void {
    for (const socket of Array.from(this.#sessions.get(sessionId)?.sockets ?? [])) {
      socket.emit(this.#o.endEvent);
      socket.disconnect(true);
    }
  }

  /** Roles or person changed: the sockets are disconnected, reconnect and are authenticated again. */
  renew(sessionId: string): void {
    for (const socket of Array.from(this.#sessions.get(sessionId)?.sockets ?? [])) socket.disconnect(true);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      const now = performance.now();
      const due = [...this.#sessions].filter(([, session]) => now - session.checkedAt >= RECHECK_MS);
      for (let at = 0; at < due.length; at += CHECKS_AT_ONCE) {
        await Promise.all(
          due.slice(at, at + CHECKS_AT_ONCE).map(([id, session]) => this.#check(id, session)),
        );
      }
    } finally {
      this.#checking = false;
    }
  }

  async #check(id: string, session: Session): Promise<void> {
    try {
      const valid = await this.#o.stillValid(id);
      session.checkedAt = performance.now();
      if (!valid) this.end(id);
    } catch (error) {
      // The session store is unavailable: checked again in a second; no socket is disconnected because of our outage.
      this.#o.log.warn({ err: error }, 'session not re-checked');
    }
  }
}
