import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A Redis of a benchmark's own, to be killed and started again empty on the same port. */
export class OwnRedis {
  readonly url: string;
  readonly #program: string;
  readonly #port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;

  private constructor(program: string, port: number, folder: string) {
    this.#program = program;
    this.#port = port;
    this.#folder = folder;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(program: string, folder: string): Promise<OwnRedis> {
    const redis = new OwnRedis(program, await freePort(), folder);
    await redis.begin();
    return redis;
  }

  /** Resolves when it answers. */
  async begin(): Promise<void> {
    const settings = [
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
      '--dir',
      this.#folder,
    ];
    this.#child = spawn(this.#program, ['--port', String(this.#port), '--bind', '127.0.0.1', ...settings], {
      stdio: 'ignore',
    });
    for (let tries = 0; !(await this.#answers()); tries += 1) {
      if (tries > 2_000) throw new Error('Redis does not start');
      await pause(5);
    }
  }

  /** Sends these commands in one write; resolves with their replies, which must be whole numbers. */
  ask(commands: readonly string[]): Promise<number[]> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.#port, '127.0.0.1', () => socket.write(`${commands.join('\r\n')}\r\n`));
      let text = '';
      socket.on('data', (part) => {
        text += part.toString('latin1');
        const replies = text.split('\r\n').slice(0, -1);
        if (replies.length < commands.length) return;
        socket.destroy();
        resolve(replies.map((reply) => Number(reply.slice(1))));
      });
      socket.once('error', reject);
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = null;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = net.connect(this.#port, '127.0.0.1', () => socket.write('PING\r\n'));
      const done = (answered: boolean) => {
        socket.destroy();
        resolve(answered);
      };
      socket.once('data', () => done(true));
      socket.once('error', () => done(false));
    });
  }
}
