import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Config } from '#server/platform/config/index.ts';
import { good, problem, type Finding } from './finding.ts';

const ANSWER_MS = 5_000;

const OWN_CA =
  'if a CA of your own signed the certificate, name its file in NODE_EXTRA_CA_CERTS; if the firewall does not lead back inside, write the name into /etc/hosts';

/** What the public addresses answer from this machine, through whatever proxy is in front. */
export async function lookAtAddresses({
  publicUrl,
  signIn,
}: Pick<Config, 'publicUrl'> & { signIn: Pick<Config['signIn'], 'issuer'> }): Promise<Finding[]> {
  const issuer = `${signIn.issuer}/.well-known/openid-configuration`;
  const [site, sockets, discovery] = await Promise.all([
    get(`${publicUrl}/healthz`),
    opensSocket(publicUrl),
    get(issuer),
  ]);
  const found: Finding[] = [];
  if (site.status !== 200)
    found.push(problem(`PUBLIC_URL: ${publicUrl} does not answer (${site.said}): ${OWN_CA}`));
  else if (sockets !== 101)
    found.push(
      problem(
        `PUBLIC_URL: the proxy passes no WebSockets on (${sockets}): pass Upgrade and Connection on, as deploy/nginx/savdo.conf does`,
      ),
    );
  // Only callers of the machine itself learn the version, and those are known by the header that a proxy adds.
  if (site.status === 200 && /"version"/.test(site.said))
    found.push(
      problem(
        'PUBLIC_URL: the proxy does not name its visitors, so all of them count as this machine: set X-Forwarded-For, as deploy/nginx/savdo.conf does',
      ),
    );
  if (discovery.status !== 200)
    found.push(problem(`sign-in: ${issuer} cannot be read from this machine (${discovery.said}): ${OWN_CA}`));
  return found.length > 0 ? found : [good('addresses: the site, its sockets and the sign-in site answer')];
}

async function get(url: string): Promise<{ status: number | null; said: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    const text = await answer.text();
    return { status: answer.status, said: answer.ok ? text : `status ${answer.status}` };
  } catch (error) {
    // Not retried: that it does not answer is the finding. The reason of a failed fetch is in its cause.
    const { cause, message } = error as Error;
    return { status: null, said: cause instanceof Error ? cause.message || message : message };
  }
}

/** Status of a handshake of a socket, 101 when it opens; or why there is none. */
function opensSocket(publicUrl: string): Promise<number | string> {
  const url = new URL(`${publicUrl}/socket.io/?EIO=4&transport=websocket`);
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    timeout: ANSWER_MS,
    headers: {
      origin: publicUrl,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'c2F2ZG8tZG9jdG9yLWxvbw==',
    },
  });
  return new Promise((resolve) => {
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(101);
    });
    request.once('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', (error) => resolve(error.message));
    request.end();
  });
}
