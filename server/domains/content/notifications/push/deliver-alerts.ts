import { PushNotTaken } from '#server/integrations/push/index.ts';
import { TelegramNotTaken } from '#server/integrations/telegram/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createPushDeliveriesRepository, type DueAlert } from './push-deliveries.repository.ts';
import type { PushKind } from './push-tables.ts';

/** Between attempts, s: 15 min in all. Afterwards the message is given up; it is in the inbox too. */
const WAITS_S = [2, 10, 60, 240, 600] as const;
const AT_ONCE = 20;

type AlertResult = 'sent' | 'later' | 'given-up';

/** Where alerts go: browsers of people, or their chats. */
export interface AlertTarget<Due extends DueAlert> {
  /** Is a delivery of a kind due? Less work than a claim that finds none. */
  anyDue(kind: PushKind): Promise<boolean>;
  /** Claims due deliveries of a kind, each for one caller; one that is not finished within a minute is due again. */
  claim(kind: PushKind, limit: number): Promise<Due[]>;
  /** @param leftS until it is of no use @throws PushNotTaken TelegramNotTaken */
  send(due: Due, leftS: number): Promise<void>;
  /** It takes no messages any more. */
  forget(due: Due): Promise<void>;
}

export interface DeliverAlertsDeps<Due extends DueAlert> {
  db: AnyDb;
  /** null: nothing is sent there; what waits expires. */
  target: AlertTarget<Due> | null;
  onResult(result: AlertResult, error?: unknown): void;
}

/** Is what it says still so? Asked right before it is sent. */
type StillTrue = (due: DueAlert) => Promise<boolean>;

/**
 * Sends what is due of a kind. A process that dies between the answer and noting it sends again a minute later. Resolves with how
 * many were sent.
 */
export type DeliverAlerts = (kind: PushKind, stillTrue?: StillTrue) => Promise<number>;

export function createDeliverAlerts<Due extends DueAlert>({
  db,
  target,
  onResult,
}: DeliverAlertsDeps<Due>): DeliverAlerts {
  const deliveries = createPushDeliveriesRepository(db);

  async function deliverOne(open: AlertTarget<Due>, due: Due, stillTrue: StillTrue): Promise<AlertResult> {
    const leftS = Math.floor((due.expiresAt.getTime() - Date.now()) / 1000);
    if (leftS <= 0 || !(await stillTrue(due))) {
      await deliveries.end(due.id, 'outdated');
      return 'given-up';
    }
    try {
      await open.send(due, leftS);
    } catch (error) {
      return notTaken(open, due, error);
    }
    await deliveries.end(due.id, 'sent');
    onResult('sent');
    return 'sent';
  }

  async function notTaken(open: AlertTarget<Due>, due: Due, error: unknown): Promise<AlertResult> {
    const why = error instanceof PushNotTaken || error instanceof TelegramNotTaken ? error.why : 'later';
    const text = error instanceof Error ? error.message : String(error);
    const waitS = WAITS_S[due.attempts - 1];
    if (why === 'gone') {
      // Not an error: the person took the permission back, removed the browser or blocked the bot.
      await open.forget(due);
      return 'given-up';
    }
    if (why === 'later' && waitS !== undefined) {
      const askedS = error instanceof TelegramNotTaken ? (error.afterS ?? 0) : 0;
      await deliveries.tryLater(due.id, Math.max(waitS, askedS), text);
      onResult('later', error);
      return 'later';
    }
    await deliveries.end(due.id, 'given-up', text);
    onResult('given-up', error);
    return 'given-up';
  }

  return async (kind, stillTrue = () => Promise.resolve(true)) => {
    if (!target || !(await target.anyDue(kind))) return 0;
    let sent = 0;
    for (;;) {
      const batch = await target.claim(kind, AT_ONCE);
      const results = await Promise.all(batch.map((due) => deliverOne(target, due, stillTrue)));
      sent += results.filter((result) => result === 'sent').length;
      // One that takes nothing for now is asked again in the next round.
      if (batch.length < AT_ONCE || results.every((result) => result === 'later')) return sent;
    }
  };
}
