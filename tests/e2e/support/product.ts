import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/launcher/ports.mjs';
import { startProgram } from '../../support/program.ts';
import { eventually, testDatabase, testRedis } from '../../support/services.ts';
import type { TestDatabase, TestRedis } from '../../support/services.ts';

/** For a product that does not start; a busy machine takes its time. */
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 15_000;
export const PARTITIONS = 4;

/** The whole product as its own process tree on a database and namespace of its own. */
export interface Product {
  url: string;
  identityUrl: string;
  database: TestDatabase;
  redis: TestRedis;
  /** What it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const database = await testDatabase();
  const redis = testRedis();
  const [port, identityPort] = [await freePort(), await freePort()];
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'savdo-e2e-'));
  const url = `http://localhost:${port}`;
  const identityUrl = `http://localhost:${identityPort}`;
  const child = startProgram('server/main.ts', {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      REDIS_URL: redis.auctionUrl,
      JOBS_REDIS_URL: redis.jobsUrl,
      REDIS_NAMESPACE: redis.namespace,
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      PUBLIC_URL: url,
      IDENTITY_URL: identityUrl,
      PARTITIONS: String(PARTITIONS),
      LOG_LEVEL: 'warn',
      SAVDO_EMBEDDED: '1',
      SAVDO_TEST: '1',
      DEMO: '0',
      DATA_FOLDER: dataFolder,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(hard);
    }
    await database.close();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    for (const address of [`${url}/readyz`, `${identityUrl}/.well-known/openid-configuration`]) {
      await eventually(
        async () => {
          if (child.exitCode !== null) throw new Error(`the product stopped at start:\n${output}`);
          // Refused while it starts: asked again until the limit.
          return (await fetch(address).catch(() => null))?.ok;
        },
        `an answer at ${address}\n${output}`,
        START_LIMIT_MS,
      );
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, identityUrl, database, redis, output: () => output, stop };
}
