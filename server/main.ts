import { ConfigProblem, loadConfig } from './platform/config/index.ts';
import { PortTaken } from './platform/http/index.ts';
import { runProcesses } from './processes/run.ts';

try {
  await runProcesses(loadConfig());
} catch (error) {
  // Not retried: the person who starts the server, or the supervisor, reads why and decides.
  const known = error instanceof ConfigProblem || error instanceof PortTaken;
  const text = known ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
