import { portNear } from './ports.mjs';

/**
 * Settings of the server besides its services: ports (as given, else 3000 and 3001 when free, else any) and whether the
 * demo runs: yes on the launcher's own database unless `--no-demo` is among the arguments.
 */
export async function serverEnv(args, services) {
  const port = process.env.PORT ?? String(await portNear(3000));
  const identity = process.env.IDENTITY_PORT ?? String(await portNear(Number(port) === 3001 ? 3002 : 3001));
  const demo = services.SAVDO_EMBEDDED === '1' && !args.includes('--no-demo');
  return { PORT: port, IDENTITY_PORT: identity, DEMO: process.env.DEMO ?? (demo ? '1' : '0') };
}
