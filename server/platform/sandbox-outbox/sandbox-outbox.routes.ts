import type { HttpApp } from '#server/platform/http/index.ts';
import { outboxPage } from './outbox-page.ts';
import type { SandboxOutbox } from './sandbox-outbox.repository.ts';

const SHOWN = 100;
const RECIPIENT_MAX = 254;

/**
 * The development outbox: `/dev/outbox` for people, `/dev/outbox.json?to=…` for programs, newest first. Registered only
 * where local twins are allowed: its reader sees everybody's codes.
 */
export function registerSandboxOutboxRoutes(app: HttpApp, outbox: SandboxOutbox): void {
  app.plain.get('/dev/outbox', async (_req, res) => {
    res
      .set('Cache-Control', 'no-store')
      .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('html')
      .send(outboxPage(await outbox.newest(SHOWN)));
  });
  app.plain.get('/dev/outbox.json', async (req, res) => {
    const { to } = req.query;
    const recipient = typeof to === 'string' && to.length <= RECIPIENT_MAX ? to : undefined;
    res.set('Cache-Control', 'no-store').json(await outbox.newest(SHOWN, recipient));
  });
}
