// A closed terminal must not turn an orderly stop into a crash: failed writes are ignored.
process.stderr.on('error', () => {});

/** The launcher writes to standard error only: standard output belongs to the command it runs. */
export const say = (message) => process.stderr.write(`[savdo] ${message}\n`);

/** A problem the user can fix: printed as one sentence, without a stack. */
export class LauncherProblem extends Error {}
