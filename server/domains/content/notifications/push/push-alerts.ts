import type { AnyDb } from '#server/platform/database/index.ts';
import { createPushDeliveriesRepository, type PushAlert } from './push-deliveries.repository.ts';
import { createPushSubscriptionsRepository } from './push-subscriptions.repository.ts';

/** What is to be shown on the devices of people. */
export interface PushAlerts {
  /** In the caller's transaction. */
  queue(tx: AnyDb, alert: PushAlert): Promise<void>;
  /** Which of these people have a browser that shows alerts. */
  reach(personIds: readonly string[]): Promise<Set<string>>;
  /** Has anybody one? */
  reachesAny(): Promise<boolean>;
}

export function createPushAlerts(db: AnyDb): PushAlerts {
  const subscriptions = createPushSubscriptionsRepository(db);
  return {
    queue: (tx, alert) => createPushDeliveriesRepository(tx).queue(alert),
    reach: (personIds) => subscriptions.among(personIds),
    reachesAny: () => subscriptions.any(),
  };
}
