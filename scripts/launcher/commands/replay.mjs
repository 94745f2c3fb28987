import path from 'node:path';
import { callerFolder } from '../paths.mjs';
import { runTypeScript } from '../programs.mjs';
import { withTemporaryServices } from '../session.mjs';

/** Plays recorded histories; needs only a temporary Redis (none with `--engine rules`). */
export function replay(args) {
  const engine = optionValue(args, '--engine') ?? 'redis';
  const full = ['replay', ...withAbsoluteFiles(args)];
  return withTemporaryServices('replay', { auction: engine === 'redis' }, ({ env, record }) =>
    runTypeScript({ file: 'server/processes/cli.ts', args: full, env, record }),
  );
}

function optionValue(args, name) {
  const joined = args.find((arg) => arg.startsWith(`${name}=`));
  return joined
    ? joined.slice(name.length + 1)
    : args.includes(name)
      ? args[args.indexOf(name) + 1]
      : undefined;
}

/** Files are relative to the caller's folder, while programs run at the root of the clone. */
const withAbsoluteFiles = (args) =>
  args.map((arg, at) =>
    arg.startsWith('-') || args[at - 1] === '--engine' ? arg : path.resolve(callerFolder(), arg),
  );
