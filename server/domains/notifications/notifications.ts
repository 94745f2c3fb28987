import type { AnyDb } from '#server/platform/database/index.ts';
import type { Told } from '#shared/notifications/templates.ts';
import { createInboxRepository } from './inbox.repository.ts';

export interface Notifications {
  /**
   * Puts a message into a person's inbox, in the caller's transaction: told if and only if what it tells is true. What
   * the person chose goes by e-mail and SMS afterwards, by itself.
   * @param told.key names the event within the person's inbox (`deposit-held:lot:17`): told again, nothing happens
   */
  tell(tx: AnyDb, told: Told & { personId: string; key: string }): Promise<void>;
}

export function createNotifications(db: AnyDb): Notifications {
  const inbox = createInboxRepository(db);
  return { tell: (tx, told) => inbox.write(tx, told) };
}
