import express from 'express';
import { forAllowedHosts, listen } from '#server/platform/http/index.ts';
import type { BidReadiness } from './bid-readiness.ts';
import { serveHealth } from './health.ts';
import type { Platform } from './platform.ts';
import { readinessLooks } from './readiness.ts';

/** Health and metrics of processes that have no site of their own, on the loopback or on ADMIN_PORT everywhere. */
export async function startAdmin(platform: Platform, bids?: () => Promise<BidReadiness>): Promise<void> {
  const { config, logger, shutdown, metrics, database, texts } = platform;
  const app = express();
  app.disable('x-powered-by');
  serveHealth(app, {
    config,
    metrics,
    looks: readinessLooks(config, database, bids),
    stopping: () => shutdown.started,
  });
  const { listenOn, hostNames } = config.reach;
  const host = config.adminPort === null ? '127.0.0.1' : listenOn;
  const listening = await listen(forAllowedHosts(hostNames, texts, app), {
    port: config.adminPort ?? 0,
    host,
  });
  logger.info({ port: listening.port }, 'health and metrics');
  shutdown.add('health', () => listening.close(500));
}
