import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Config } from '#server/platform/config/index.ts';
import { isLocalCaller } from '#server/platform/http/index.ts';
import { metricsText, type Metrics, type MetricsSnapshot } from '#server/platform/metrics/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import type { Readiness } from './readiness.ts';

export interface HealthOptions {
  config: Pick<Config, 'metricsToken' | 'previousMetricsToken'>;
  metrics: Metrics;
  /** Figures of processes that belong to this one. */
  othersMetrics?: () => readonly MetricsSnapshot[];
  readiness: () => Promise<Readiness>;
  /** True once the shutdown has begun: load balancers must stop sending. */
  stopping: () => boolean;
}

/** From this machine itself, or with the token or the one before. */
function isInsider(req: Request, config: HealthOptions['config']): boolean {
  if (isLocalCaller(req)) return true;
  const given = Buffer.from(req.get('authorization')?.replace(/^Bearer /, '') ?? '');
  return [config.metricsToken, config.previousMetricsToken ?? null]
    .map((token) => {
      const wanted = Buffer.from(token ?? '');
      return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted);
    })
    .includes(true);
}

const SHUTTING_DOWN: Readiness = {
  ready: false,
  problems: ['shutting down'],
  bids: { taken: false, problems: [], partitions: [] },
  warnings: [],
};

/** Looking costs connections: callers within this time share one look. */
const SHARED_MS = 1_000;

function shared(look: () => Promise<Readiness>): () => Promise<Readiness> {
  let found: Promise<Readiness> | null = null;
  let lookedAt = 0;
  return () => {
    if (!found || performance.now() - lookedAt > SHARED_MS) {
      lookedAt = performance.now();
      found = look();
    }
    return found;
  };
}

/**
 * /healthz: the process answers. /readyz: it serves pages, which a proxy asks. /readyz/bids: bids are taken besides, which an
 * alarm asks. /metrics: its numbers.
 */
export function serveHealth(router: Router, options: HealthOptions): void {
  const readiness = shared(options.readiness);
  const noStore: RequestHandler = (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  };
  const { version, commit } = readVersion();
  router.get('/healthz', noStore, (req: Request, res: Response) => {
    res.json({ alive: true, ...(isInsider(req, options.config) && { version, commit }) });
  });
  const answerWhether = (isYes: (state: Readiness) => boolean) => async (req: Request, res: Response) => {
    const state = options.stopping() ? SHUTTING_DOWN : await readiness();
    // What exactly is wrong tells an attacker where to push: only insiders read it.
    const shown = isInsider(req, options.config)
      ? state
      : { ready: state.ready, bids: { taken: state.bids.taken } };
    res.status(isYes(state) ? 200 : 503).json(shown);
  };
  router.get(
    '/readyz',
    noStore,
    answerWhether((state) => state.ready),
  );
  router.get(
    '/readyz/bids',
    noStore,
    answerWhether((state) => state.bids.taken),
  );
  router.get('/metrics', noStore, async (req: Request, res: Response) => {
    if (!isInsider(req, options.config)) {
      res.status(404).end();
      return;
    }
    const text = await metricsText(options.metrics, options.othersMetrics?.() ?? []);
    res.type(options.metrics.registry.contentType).send(text);
  });
}
