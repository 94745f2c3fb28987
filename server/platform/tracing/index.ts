import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../logging/index.ts';
import type { Traces } from './spans.ts';

export type { BeginSpan, Traces } from './spans.ts';

interface TracesConfig {
  /** Address of the collector without a slash at the end; null: nothing is traced. */
  endpoint: string | null;
  /** Share of traces that are written, 0 to 1. */
  share: number;
}

/**
 * Traces of this process, or null where no collector is named: nothing of OpenTelemetry is loaded then.
 * @param service name under which the collector lists the process
 */
export async function openTraces(
  { endpoint, share }: TracesConfig,
  o: { service: string; version: string; logger: Logger },
): Promise<Traces | null> {
  if (endpoint === null) return null;
  const { createTraces } = await import('./open-telemetry.ts');
  return createTraces({ endpoint, share, ...o });
}

/** Address of a request for a span: without its query, which may name people. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/**
 * The same listener with a span for each request, named by its method and, where a contract answers it, by the path of that
 * contract with its parameters unfilled: numbers in names would make a name of its own of every lot.
 */
export function traceRequests(listener: RequestListener, traces: Traces): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    const [method, path] = [req.method ?? 'GET', pathOf(req.url ?? '/')];
    const end = traces.begin(method, {
      kind: 'server',
      facts: { 'http.request.method': method, 'url.path': path },
    });
    res.once('close', () => {
      const requestId = res.getHeader('x-request-id');
      const route = req.matchedRoute;
      end(
        {
          ...(route !== undefined && { 'http.route': route }),
          'http.response.status_code': res.statusCode,
          ...(typeof requestId === 'string' && { 'savdo.request_id': requestId }),
          ...(!res.writableFinished && { 'savdo.aborted': true }),
        },
        {
          failed: res.statusCode >= 500,
          ...(route !== undefined && { name: `${method} ${route}` }),
        },
      );
    });
    listener(req, res);
  };
}
