import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { ToolProblem, type Person } from './tool-options.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Cookie headers of people who signed in at a running platform and took their seats in its practice lots. */
export async function signIn(
  publicUrl: string,
  people: readonly Person[],
  lots: readonly number[],
): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'loadtest/servers/sign-in-people.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(`${JSON.stringify({ publicUrl, people, lots })}\n`);
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close').then(() => ['{}']),
  ])) as [string];
  const { cookies, problem } = JSON.parse(line) as { cookies?: string[]; problem?: string };
  if (!cookies) throw new ToolProblem(`no one could be signed in: ${problem ?? 'no reason was given'}`);
  return cookies;
}
