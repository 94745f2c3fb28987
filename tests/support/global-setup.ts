import pg from 'pg';
import { runProgram } from './program.ts';

/**
 * Makes one migrated template per run; each test file clones it in a few dozen milliseconds. Without DATABASE_URL (vitest
 * started by hand) nothing is made: tests that need no services run, the others say what is missing.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.DATABASE_URL;
  if (!server) return undefined;
  const name = `savdo_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.end();

  const url = new URL(server);
  url.pathname = `/${name}`;
  const done = runProgram('server/processes/migrate.ts', { env: { ...process.env, DATABASE_URL: url.href } });
  if (done.status !== 0) throw new Error(`the template database could not be migrated:\n${done.stderr}`);
  process.env.SAVDO_TEST_TEMPLATE = name;
  return async () => {
    const last = new pg.Client({ connectionString: server });
    await last.connect();
    await last.query(`drop database if exists ${name} with (force)`);
    await last.end();
  };
}
