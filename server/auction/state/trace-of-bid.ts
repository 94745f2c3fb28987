import type { BeginSpan } from '#server/platform/tracing/index.ts';

/** The trace of a bid: web process and journal derive it from the bid's id, so that nothing of it is in the log between them. */
export const traceOfBid = (
  { lotId, bidId }: { lotId: number; bidId: string },
  first: boolean,
): NonNullable<BeginSpan['trace']> => ({ key: `bid ${lotId} ${bidId}`, first });
