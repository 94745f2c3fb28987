import net from 'node:net';
import { LauncherProblem } from './output.mjs';

/** Both: the server listens on either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** Whether this port of both loopbacks is free now; without IPv6 only IPv4 is checked. */
const isFree = async (port) => {
  for (const host of LOOPBACK) if (!(await isFreeAt(port, host))) return false;
  return true;
};

const isFreeAt = (port, host) =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
    probe.listen({ port, host, ipv6Only: host === '::1' }, () => probe.close(() => resolve(true)));
  });

/** A free port. Another process may still take it first: starting a service retries. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** The preferred port when it is free, otherwise any. */
export const portNear = async (preferred) => ((await isFree(preferred)) ? preferred : freePort());

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Waits until the port answers; fails when the process ends first or after `limitMs`. */
export async function waitForPort(port, child, logFile, limitMs = 30_000) {
  const until = Date.now() + limitMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new LauncherProblem(`a service stopped while starting; its log is ${logFile}`);
    }
    if (await answers(port)) return;
    if (Date.now() > until) throw new LauncherProblem(`no answer on port ${port}; the log is ${logFile}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
