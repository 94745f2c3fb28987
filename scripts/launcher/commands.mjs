import { bench } from './commands/bench.mjs';
import { cli } from './commands/cli.mjs';
import { dev } from './commands/dev.mjs';
import { build, format, house, lifecycles, lint, settings, typecheck } from './commands/quality.mjs';
import { replay } from './commands/replay.mjs';
import { start } from './commands/start.mjs';
import { faults, test } from './commands/test.mjs';

/** Every command, in the order the help lists them. */
export const commands = {
  start: {
    run: start,
    readsSettings: true,
    about: 'the whole platform with live auctions in it; --no-demo leaves the demo out',
  },
  dev: { run: dev, readsSettings: true, about: 'the platform with reload of server and client' },
  test: { run: test, about: 'every test; arguments go to vitest, --all runs the long versions' },
  cli: { run: cli, readsSettings: true, about: 'commands for operators: npm run cli -- help' },
  replay: {
    run: replay,
    about: 'recorded auctions through the same engine: FILE… [--engine redis|rules] [--json]',
  },
  build: { run: build, about: 'the client for production' },
  typecheck: { run: typecheck, about: 'the types of everything' },
  lint: { run: lint, about: 'oxlint with types; arguments go to oxlint' },
  format: { run: format, about: 'oxfmt; --check only reports, names of files leave out the others' },
  lifecycles: { run: lifecycles, about: 'docs/lifecycles.md from the tables of states' },
  settings: {
    run: settings,
    about: '.env.example, docs/settings.md and the schema of the Helm chart from the table of settings',
  },
  house: { run: house, about: 'sizes of files and counts of words' },
  bench: { run: bench, about: 'benchmarks beside their ceilings; a NAME runs one' },
  faults: {
    run: faults,
    about: 'faults injected for real, and what came of each; F3 runs one, --quick the short forms',
  },
};

/** The listing that an unknown command or `help` gets. */
export function help() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: node scripts/run.mjs COMMAND [arguments]\n\n${lines.join('\n')}\n`;
}
