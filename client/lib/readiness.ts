import { z } from 'zod/mini';

const readinessSchema = z.object({
  ready: z.boolean(),
  problems: z.array(z.string()),
  bids: z.object({ taken: z.boolean(), problems: z.array(z.string()) }),
  warnings: z.array(z.string()),
});
export type Readiness = z.infer<typeof readinessSchema>;

/** What the server says of itself: does it serve pages, does it take bids. @throws when it does not answer */
export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await fetch('/readyz', { signal, cache: 'no-store' });
  return readinessSchema.parse(await response.json());
}
