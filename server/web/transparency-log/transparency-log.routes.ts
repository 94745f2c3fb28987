import type { TransparencyLog } from '#server/domains/trade/signed-records/index.ts';
import { parseTile } from '#server/domains/trade/signed-records/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import { fileLimit } from '../file-limits.ts';

export interface TransparencyLogRouteDeps {
  transparencyLog: Pick<TransparencyLog, 'checkpoint' | 'checkpointOf' | 'tile'>;
}

/** A tile never changes once it is there. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The tree of finished rooms as C2SP tlog-tiles: static files that monitors and witnesses read. */
export function registerTransparencyLogRoutes(
  app: HttpApp,
  { transparencyLog }: TransparencyLogRouteDeps,
): void {
  const limit = app.limit(fileLimit('transparency-log', 600));

  // `?witness=NAME`: the last state that this witness signed.
  app.api.get('/log/checkpoint', limit, async (req, res) => {
    const { witness } = req.query;
    if (witness !== undefined && typeof witness !== 'string') throw notFound();
    const note = await (witness === undefined
      ? transparencyLog.checkpoint()
      : transparencyLog.checkpointOf(witness));
    if (note === null) throw notFound();
    res.set('Cache-Control', 'no-cache').type('text/plain').send(note);
  });
  app.api.get('/log/tile/{*path}', limit, async (req, res) => {
    const name = parseTile(req.path);
    const bytes = name && (await transparencyLog.tile(name));
    if (!bytes) throw notFound();
    res.set('Cache-Control', FOR_EVER).type('application/octet-stream').send(bytes);
  });
}
