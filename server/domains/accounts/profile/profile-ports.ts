import type { NotificationContent } from '#shared/notifications/templates.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

/** Writes a message to a person's inbox in the caller's transaction. Provided by notifications. */
export type Notify = (
  tx: AnyDb,
  message: NotificationContent & { personId: string; key: string },
) => Promise<void>;

/** Does this area lie in this region? Provided by reference. */
export type PlaceExists = (regionId: number, areaId: number) => Promise<boolean>;
