import net from 'node:net';
import { LauncherProblem } from './talk.mjs';

/** Both: the server listens on either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** Is this port of the loopback free right now? Without IPv6 nobody can hold it there. */
export const isFree = async (port) => {
  for (const host of LOOPBACK) if (!(await isFreeAt(port, host))) return false;
  return true;
};

const isFreeAt = (port, host) =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
    probe.listen({ port, host, ipv6Only: host === '::1' }, () => probe.close(() => resolve(true)));
  });

/** A port nobody listens on. Another process may still take it first: the starter of a service tries again. */
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
