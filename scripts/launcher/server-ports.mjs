import { portNear } from './ports.mjs';

/** Ports of the web and identity processes: as given, else 3000 and 3001 when free, else any. */
export async function serverPorts() {
  const port = process.env.PORT ?? String(await portNear(3000));
  const identity = process.env.IDENTITY_PORT ?? String(await portNear(Number(port) === 3001 ? 3002 : 3001));
  return { PORT: port, IDENTITY_PORT: identity };
}
