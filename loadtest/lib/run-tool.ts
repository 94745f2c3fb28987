import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from './people.ts';
import {
  EXIT,
  readToolOptions,
  ToolProblem,
  usageOf,
  type ToolAbout,
  type ToolOptions,
} from './tool-options.ts';

/** What a tool may be given: with a `stop` that is aborted when somebody presses Ctrl-C. */
export interface ToolRun<Names extends string> extends ToolOptions<Names> {
  stop: AbortSignal;
}

/** Resolves after `ms`, or as soon as the tool shall stop. */
export async function wait(ms: number, stop: AbortSignal): Promise<void> {
  try {
    await pause(Math.max(0, ms), undefined, { signal: stop });
  } catch {
    // Asked to stop: that is what was waited for as well.
  }
}

/**
 * Runs a tool. Wrong arguments are answered with its usage; a server that is away in one sentence. Ctrl-C ends the load, and what
 * was measured until then is checked and reported; pressed again it ends at once.
 */
export async function runTool<Names extends string>(
  tool: ToolAbout<Names>,
  argv: readonly string[],
  run: (options: ToolRun<Names>) => Promise<number>,
): Promise<number> {
  if (argv.includes('--help')) {
    process.stdout.write(usageOf(tool));
    return EXIT.held;
  }
  let options: ToolOptions<Names>;
  try {
    options = readToolOptions(argv, tool.numbers);
  } catch (error) {
    // Reported and not retried: the arguments are the caller's.
    process.stderr.write(`${(error as Error).message}\n\n${usageOf(tool)}`);
    return EXIT.arguments;
  }
  const stopping = new AbortController();
  const onSignal = () => {
    if (stopping.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write('\nending: what was measured so far is checked and reported\n');
    stopping.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const { url, people, lots } = options;
    const sessions = [
      ...options.sessions,
      ...(url && people.length > 0 ? await signIn(url, people, lots) : []).map((cookie) => ({ cookie })),
    ];
    const code = await run({ ...options, sessions, stop: stopping.signal });
    return stopping.signal.aborted && code === EXIT.held ? EXIT.interrupted : code;
  } catch (error) {
    // Not tried again: the caller of the tool sees why and decides.
    process.stderr.write(`${tool.name}: ${sentenceOf(error)}\n`);
    return stopping.signal.aborted ? EXIT.interrupted : EXIT.notRun;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

const AWAY = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)\b/;

/** A problem outside in a sentence; a mistake of the tool's own with its stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: string; message?: string } };
  const said = `${error.message}${cause ? ` (${cause.code ?? cause.message ?? ''})` : ''}`;
  return error instanceof ToolProblem || AWAY.test(said) ? said : (error.stack ?? said);
}
