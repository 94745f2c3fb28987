import type { NotificationContent } from '#shared/notifications/templates.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

/**
 * Writes a message to a person's inbox in the caller's transaction. Provided by notifications.
 * `formerly`: addresses that were the person's until now, which get it in place of the new ones.
 */
export type Notify = (
  tx: AnyDb,
  message: NotificationContent & {
    personId: string;
    key: string;
    formerly?: { phone?: string | null; email?: string | null };
  },
) => Promise<void>;

/** Does this area lie in this region? Provided by reference. */
export type PlaceExists = (regionId: number, areaId: number) => Promise<boolean>;
