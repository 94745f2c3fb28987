// A terminal that was closed must not turn an orderly stop into a crash: what cannot be written is not repeated.
process.stderr.on('error', () => {});

/** The launcher speaks on standard error only: standard output belongs to the command it runs. */
export const say = (message) => process.stderr.write(`[savdo] ${message}\n`);

/** A problem the reader can act on: printed as one sentence, without a stack. */
export class LauncherProblem extends Error {}
