import { SignerProblem } from './browser-signer.ts';

export interface ApplicationCall {
  plugin?: string;
  name: string;
  arguments?: string[];
}

export interface ApplicationAnswer {
  success: boolean;
  reason?: string;
  [field: string]: unknown;
}

const NORMAL_CLOSE = 1000;
/** The person may be typing a password in the application's window. */
const TIMEOUT_MS = 5 * 60_000;

/** Where the E-IMZO application listens: the secure address for secure pages. */
export const applicationAddress = (secure = window.location.protocol === 'https:'): string =>
  secure ? 'wss://127.0.0.1:64443/service/cryptapi' : 'ws://127.0.0.1:64646/service/cryptapi';

/**
 * One call of the application on this machine: open, send, receive, close; a socket serves one call.
 * Rejects with `not-installed` when nothing listens, and with `failed` when it hangs up without an answer.
 */
export function callApplication(address: string, what: ApplicationCall): Promise<ApplicationAnswer> {
  return new Promise((resolve, reject) => {
    let socket: WebSocket;
    try {
      socket = new WebSocket(address);
    } catch {
      reject(new SignerProblem('not-installed')); // not retried: the browser refuses the address itself
      return;
    }
    const timer = setTimeout(() => {
      reject(new SignerProblem('failed', 'no answer'));
      socket.close();
    }, TIMEOUT_MS);
    socket.addEventListener('open', () => socket.send(JSON.stringify(what)));
    socket.addEventListener('message', (message) => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(String(message.data)) as ApplicationAnswer);
      } catch {
        reject(new SignerProblem('failed', 'unreadable answer')); // not retried: the person presses again
      }
      socket.close(NORMAL_CLOSE);
    });
    socket.addEventListener('close', (closed) => {
      clearTimeout(timer);
      // After an answer this changes nothing.
      const trouble = closed.code === NORMAL_CLOSE ? 'failed' : 'not-installed';
      reject(new SignerProblem(trouble, `closed with ${closed.code}`));
    });
  });
}
