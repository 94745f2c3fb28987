import { existsSync, readFileSync } from 'node:fs';
import { commands, help } from './commands.mjs';
import { ensurePackages } from './packages.mjs';
import { inRoot } from './paths.mjs';
import { isProjectNode, projectNode } from './project-node.mjs';
import { runChild } from './run-child.mjs';
import { StoppedEarly, watchForStop } from './stop-request.mjs';
import { LauncherProblem, say } from './output.mjs';

/** Addresses of services, which the launcher itself looks at; the server reads every other NAME_FILE. */
const SERVICES = ['DATABASE_URL', 'REDIS_URL', 'JOBS_REDIS_URL'];

/** Settings of an installation from `.env`; the environment takes precedence. */
function readSettings() {
  const file = inRoot('.env');
  if (existsSync(file)) process.loadEnvFile(file);
  for (const name of SERVICES) {
    const secretFile = process.env[`${name}_FILE`];
    if (!secretFile) continue;
    if (process.env[name])
      throw new LauncherProblem(`${name} and ${name}_FILE are both given: leave one out`);
    try {
      process.env[name] = readFileSync(secretFile, 'utf8').trim();
    } catch (error) {
      // Not retried: the person who starts this reads why.
      throw new LauncherProblem(`${name}_FILE: ${secretFile} cannot be read (${error.code})`);
    }
    delete process.env[`${name}_FILE`];
  }
}

/**
 * Runs one command of the launcher and resolves with its exit code.
 * Packages first, then the whole launcher again on the project's own Node.js, then the command.
 */
export async function main([name, ...args]) {
  const command = commands[name];
  if (!command) {
    (name === undefined || name === 'help' || name === '--help' ? process.stdout : process.stderr).write(
      help(),
    );
    return name === undefined || name === 'help' || name === '--help' ? 0 : 2;
  }
  watchForStop();
  try {
    await ensurePackages();
    if (!isProjectNode()) {
      return await runChild({
        file: projectNode(),
        args: process.argv.slice(1),
        cwd: process.cwd(),
        ownGroup: false,
      });
    }
    if (command.readsSettings) readSettings();
    return await command.run(args);
  } catch (error) {
    if (error instanceof StoppedEarly) return 130;
    // Nothing is retried here: a known problem is one sentence, an unknown one keeps its stack.
    say(error instanceof LauncherProblem ? error.message : (error.stack ?? String(error)));
    return 1;
  }
}
