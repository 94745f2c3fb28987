import type { IncomingMessage, ServerResponse } from 'node:http';

/** So long an answered sender may finish: one that is cut off in the middle does not read its answer. */
const FINISH_MS = 15_000;

/**
 * Reads the rest of a body away for an answer given before its end, and cuts off a sender that takes longer than `finishMs`.
 * The answer does not announce that the connection closes: Node would then close it together with the answer, and a
 * sender still busy with its body would see an error of the network instead (RFC 9112, 9.6).
 */
export function discardBody(req: IncomingMessage, res: ServerResponse, finishMs = FINISH_MS): void {
  if (req.complete || req.destroyed) return;
  req.on('error', () => undefined);
  req.resume();
  res.once('finish', () => {
    if (req.complete || req.destroyed) return;
    const timer = setTimeout(() => req.destroy(), finishMs);
    timer.unref();
    req.once('close', () => clearTimeout(timer));
  });
}
