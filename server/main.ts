import { setFlagsFromString } from 'node:v8';
import { ConfigProblem, loadConfig } from './platform/config/index.ts';
import { PortTaken } from './platform/http/index.ts';
import { runProcesses } from './processes/run.ts';

// What lives is looked through when the heap has doubled, not each ten megabytes as V8 does for a heap that grows slowly: a
// look takes 20 to 60 ms, in which nobody is answered, and costs memory no more than once again what lives.
setFlagsFromString('--heap-growing-percent=100');

try {
  await runProcesses(loadConfig());
} catch (error) {
  // Not retried: the person who starts the server, or the supervisor, reads why and decides.
  const known = error instanceof ConfigProblem || error instanceof PortTaken;
  const text = known ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
