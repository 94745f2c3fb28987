import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Config } from '#server/platform/config/index.ts';
import { isLocalCaller } from '#server/platform/http/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import type { BesidesLook, PagesLook, ReadinessLooks } from './readiness.ts';
import { SharedLook, type KnownLook } from './shared-look.ts';

export interface HealthOptions {
  config: Pick<Config, 'metricsToken' | 'previousMetricsToken'>;
  metrics: Metrics;
  looks: ReadinessLooks;
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

/** As /readyz and /readyz/bids answer to insiders. */
interface Readiness extends PagesLook {
  /** `ageMs`: since the look at what only bids need began; null: there has been none yet. */
  bids: BesidesLook['bids'] & { ageMs: number | null };
}

const SHUTTING_DOWN: Readiness = {
  ready: false,
  problems: ['shutting down'],
  bids: { taken: false, problems: [], partitions: null, ageMs: null },
  warnings: [],
};

/** Pages do not need it: /readyz waits for it no longer than a server that works takes. */
const BESIDES_WAIT_MS = 200;

const NOT_LOOKED: BesidesLook = {
  bids: { taken: false, problems: ['bids: not looked at yet'], partitions: null },
  warnings: [],
};

/** Bids are never taken without what pages need. */
function readinessOf(pages: PagesLook, besides: KnownLook<BesidesLook> | null): Readiness {
  const { bids, warnings } = besides?.found ?? NOT_LOOKED;
  return {
    ready: pages.ready,
    problems: pages.problems,
    bids: {
      ...bids,
      taken: pages.ready && bids.taken,
      ageMs: besides && Math.round(performance.now() - besides.at),
    },
    warnings: [...pages.warnings, ...warnings],
  };
}

/**
 * /healthz: the process answers. /readyz: it serves pages, which a proxy asks; of bids it says what was last known.
 * /readyz/bids: bids are taken and rooms end besides, which an alarm asks. /metrics: its numbers.
 */
export function serveHealth(router: Router, options: HealthOptions): void {
  const pages = new SharedLook(options.looks.pages);
  const besides = new SharedLook(options.looks.besides);
  const noStore: RequestHandler = (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  };
  const { version, commit } = readVersion();
  router.get('/healthz', noStore, (req: Request, res: Response) => {
    res.json({ alive: true, ...(isInsider(req, options.config) && { version, commit }) });
  });
  const answer = (req: Request, res: Response, state: Readiness, isYes: boolean) => {
    // What exactly is wrong tells an attacker where to push: only insiders read it.
    const shown = isInsider(req, options.config)
      ? state
      : { ready: state.ready, bids: { taken: state.bids.taken } };
    res.status(isYes ? 200 : 503).json(shown);
  };
  router.get('/readyz', noStore, async (req: Request, res: Response) => {
    if (options.stopping()) return answer(req, res, SHUTTING_DOWN, false);
    const [ofPages, known] = await Promise.all([pages.now(), besides.soon(BESIDES_WAIT_MS)]);
    answer(req, res, readinessOf(ofPages.found, known), ofPages.found.ready);
  });
  router.get('/readyz/bids', noStore, async (req: Request, res: Response) => {
    if (options.stopping()) return answer(req, res, SHUTTING_DOWN, false);
    const [ofPages, known] = await Promise.all([pages.now(), besides.now()]);
    const state = readinessOf(ofPages.found, known);
    answer(req, res, state, state.bids.taken && state.bids.problems.length === 0);
  });
  router.get('/metrics', noStore, async (req: Request, res: Response) => {
    if (!isInsider(req, options.config)) {
      res.status(404).end();
      return;
    }
    const text = await options.metrics.registry.metrics();
    res.type(options.metrics.registry.contentType).send(text);
  });
}
