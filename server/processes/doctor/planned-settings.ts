import { access, constants, stat } from 'node:fs/promises';
import type { Config } from '#server/platform/config/index.ts';
import { unusableParts } from '../unusable.ts';
import { good, problem, warning, type Finding } from './finding.ts';

/** What the settings alone say about an installation, without its servers. */
export function lookAtSettings(
  config: Pick<
    Config,
    | 'adminPort'
    | 'reach'
    | 'secure'
    | 'proxyHops'
    | 'publicUrl'
    | 'eImzo'
    | 'payments'
    | 'operatorAccount'
    | 'sandboxesAllowed'
  >,
): Finding[] {
  const found: Finding[] = [];
  if (config.secure && config.proxyHops === 0)
    found.push(
      problem(
        `TRUST_PROXY is 0, but ${config.publicUrl} is served by a proxy with TLS: without the number of proxies every visitor has the proxy's address, and they share its limits`,
      ),
    );
  if (config.adminPort !== null && config.reach.listenOn === null)
    found.push(
      warning(
        'ADMIN_PORT answers on every interface: set HOST=127.0.0.1 for processes without a site, or close the port in the firewall',
      ),
    );
  found.push(...unusableParts(config).map(problem));
  return found.length > 0 ? found : [good('settings: proxy, health, signatures and payments are set up')];
}

const RIGHTS = constants.R_OK | constants.W_OK | constants.X_OK;

/** The folder that all web processes share; storage that speaks S3 is asked by the first upload. */
export async function lookAtFiles({
  folder,
  s3,
}: Pick<Config['files'], 'folder' | 's3'>): Promise<Finding[]> {
  if (s3) return [warning(`files: the bucket ${s3.bucket} is not looked at here, upload a file to try it`)];
  const found = await stat(folder).catch((error: { code?: string }) => error.code ?? 'unknown error');
  if (typeof found === 'string')
    return [
      problem(`files: ${folder} cannot be read (${found}): make it, owned by the user of the processes`),
    ];
  if (!found.isDirectory()) return [problem(`files: ${folder} is no folder: name one in FILES_FOLDER`)];
  return access(folder, RIGHTS).then(
    () => [good(`files: ${folder} can be written`)],
    () => [problem(`files: ${folder} cannot be written by this user: chown it to the user of the processes`)],
  );
}
