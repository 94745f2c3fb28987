import type { TradeApplicationsService } from '#server/domains/trade-applications/index.ts';

const BATCH = 200;

export interface ApproveApplicationDeps {
  tradeApplications: Pick<TradeApplicationsService, 'waiting' | 'admit'>;
  /** One application could not be handed over; it stays waiting and comes again in the next round. */
  onError: (error: unknown, applicationId: number) => void;
}

/** Hands waiting applications to the core, oldest first. Returns how many were decided. */
export async function approveApplications(deps: ApproveApplicationDeps): Promise<number> {
  let decided = 0;
  for (const application of await deps.tradeApplications.waiting(BATCH)) {
    try {
      if ((await deps.tradeApplications.admit(application)) !== 'busy') decided += 1;
    } catch (error) {
      // Not decided: the next round tries again, the others do not wait for it.
      deps.onError(error, application.id);
    }
  }
  return decided;
}
