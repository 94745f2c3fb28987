import { purgeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { Job, RetentionRule } from '#server/platform/modules/index.ts';

const PURGE_MS = 3_600_000;
/** Delivered events remain for people who ask what happened. */
const OUTBOX_DAYS = 90;

/** Deletes what the rules of the modules no longer hold, and old messages of the outbox. */
export const purgeJobs = (db: AnyDb, rules: readonly RetentionRule[]): Job[] =>
  [{ name: 'the outbox', days: OUTBOX_DAYS, purge: (days: number) => purgeOutbox(db, days) }, ...rules].map(
    ({ name, days, purge }) => ({ name: `purge ${name}`, everyMs: PURGE_MS, run: () => purge(days) }),
  );
