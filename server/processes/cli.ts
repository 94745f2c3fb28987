import { ConfigProblem, loadConfig } from '#server/platform/config/index.ts';
import { BACKUP_COMMANDS } from './backup/backup-commands.ts';
import { DATABASE_COMMANDS } from './database-commands.ts';
import { evidenceCommand } from './evidence-command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { MODULES, MODULES_WITHOUT_ROOMS } from './modules.ts';
import { openPlatform, type Platform } from './platform.ts';
import { settingsCommand } from './settings-command.ts';

const COMMANDS = [
  ...MODULES_WITHOUT_ROOMS.commands,
  ...DATABASE_COMMANDS,
  ...BACKUP_COMMANDS,
  doctorCommand,
  evidenceCommand,
  settingsCommand,
];
type Command = (typeof COMMANDS)[number];

const out = {
  line: (text: string) => void process.stdout.write(`${text}\n`),
  error: (text: string) => void process.stderr.write(`${text}\n`),
};

function help(): string {
  const lines = COMMANDS.map(({ usage, about }) => `  ${usage}\n      ${about}`);
  return ['Usage: npm run cli -- COMMAND [arguments]', '', ...lines, '', '  help\n      this listing'].join(
    '\n',
  );
}

/** The command whose words stand first among the arguments: `staff add` before `staff`. */
function find(args: readonly string[]): { command: Command; rest: string[] } | null {
  for (const command of COMMANDS) {
    const words = command.name.split(' ');
    if (words.every((word, i) => args[i] === word)) return { command, rest: args.slice(words.length) };
  }
  return null;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || ['help', '--help', '-h'].includes(args[0] as string)) {
    out.line(help());
    return args.length === 0 ? 2 : 0;
  }
  const found = find(args);
  if (!found) {
    out.error(`There is no command "${args.join(' ')}".\n\n${help()}`);
    return 2;
  }
  const { command, rest } = found;
  let platform: Platform | null = null;
  // Connections only for commands that use them: a replay needs neither PostgreSQL nor anybody's accounts.
  const open = (instead: Parameters<Parameters<Command['run']>[0]['open']>[0] = {}) => {
    // Only problems are logged, so that the answer remains readable.
    platform ??= openPlatform({ ...loadConfig(), ...instead, logLevel: 'error' }, 'cli');
    const composed = MODULES_WITHOUT_ROOMS.create({
      ...platform,
      invariants: MODULES.invariants,
      personalData: MODULES.personalData,
    });
    return Object.assign(composed.parts, { evidence: composed.evidence() });
  };
  try {
    return await command.run({ args: rest, out, open });
  } finally {
    await (platform as Platform | null)?.shutdown.run();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Not retried: the person who typed the command reads why.
  out.error(
    error instanceof ConfigProblem
      ? error.message
      : error instanceof Error
        ? (error.stack ?? '')
        : String(error),
  );
  process.exitCode = 1;
}
