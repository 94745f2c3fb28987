import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/launcher/ports.mjs';
import { callServer } from './app.ts';
import { startProgram } from './program.ts';
import { eventually, type TestDatabase, type TestRedis } from './services.ts';

export interface PlatformProcess {
  child: ChildProcess;
  url: string;
  identityUrl: string;
  port: number;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
  /** SIGTERM, and SIGKILL for one that does not end; then removes its folder. */
  stop(): Promise<void>;
}

/**
 * The real server as a process of its own on the services of a test.
 * @param options.wait for /healthz; true unless told otherwise
 * @param options.whole with the processes it starts beside itself: the sign-in site, the demo
 */
export async function startPlatform(
  services: { database: TestDatabase; redis: TestRedis },
  env: Record<string, string> = {},
  options: { wait?: boolean; whole?: boolean } = {},
): Promise<PlatformProcess> {
  const [port, identityPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-platform-'));
  const child = startProgram('server/main.ts', {
    env: {
      ...process.env,
      DATABASE_URL: services.database.url,
      REDIS_URL: services.redis.auctionUrl,
      JOBS_REDIS_URL: services.redis.jobsUrl,
      REDIS_NAMESPACE: services.redis.namespace,
      PARTITIONS: '8',
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      DATA_FOLDER: folder,
      SAVDO_TEST: '1',
      ALLOW_TWINS: '1',
      SESSION_SECRET: 'session-secret-of-tests-0123456789abcdef',
      OIDC_CLIENT_SECRET: 'client-secret-of-tests-0123456789abcdef',
      LOG_LEVEL: 'info',
      ...(options.whole ? {} : { PROCESSES: 'journal,clock,worker,web' }),
      ...env,
    },
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const running: PlatformProcess = {
    child,
    url: `http://localhost:${port}`,
    identityUrl: `http://localhost:${identityPort}`,
    port,
    output: () => text,
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const kill = setTimeout(() => child.kill('SIGKILL'), 15_000);
        await ended;
        clearTimeout(kill);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (options.wait === false) return running;
  try {
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`the server ended while starting:\n${text}`);
        return (
          (await answers(running.url)) && (await callServer(running.url, 'GET', '/healthz')).status === 200
        );
      },
      'the server to answer',
      55_000,
    );
  } catch (error) {
    await running.stop();
    throw new Error(`${String(error)}\n${text}`, { cause: error });
  }
  return running;
}

/** Is anybody listening there? */
export const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
