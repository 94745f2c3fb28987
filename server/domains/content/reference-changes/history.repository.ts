import type { Generated, JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type {
  ReferenceAction,
  ReferenceHistoryLine,
  ReferenceKind,
} from '#shared/api/console/console-reference.ts';

type Content = JSONColumnType<object | null, string | null, never>;

interface Tables {
  reference_change: {
    id: Generated<number>;
    kind: ReferenceKind;
    subject: string;
    action: ReferenceAction;
    before: Content;
    after: Content;
    reason: string | null;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
  };
}

export interface ReferenceChange {
  kind: ReferenceKind;
  subject: string;
  action: ReferenceAction;
  /** What was and what is: `text` is shown. */
  before: { text: string | null; [part: string]: unknown } | null;
  after: { text: string | null; [part: string]: unknown } | null;
  reason: string | null;
}

const textOf = (content: unknown): string | null =>
  (content as { text?: string | null } | null)?.text ?? null;

/** Append-only: who changed what of the reference data. */
export function createReferenceHistory(db: Db<Tables>) {
  return {
    async add(change: ReferenceChange, by: { personId: string; name: string }): Promise<void> {
      const { kind, subject, action, before, after, reason } = change;
      await db
        .insertInto('reference_change')
        .values({
          kind,
          subject,
          action,
          reason,
          person_id: by.personId,
          person_name: by.name,
          before: before && JSON.stringify(before),
          after: after && JSON.stringify(after),
        })
        .execute();
    },

    /** The newest first. */
    async page(
      kind: ReferenceKind,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: ReferenceHistoryLine[]; total: number }> {
      const [rows, { total }] = await Promise.all([
        db
          .selectFrom('reference_change')
          .selectAll()
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        db
          .selectFrom('reference_change')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow(),
      ]);
      const items = rows.map((row): ReferenceHistoryLine => ({
        id: row.id,
        kind: row.kind,
        action: row.action,
        subject: row.subject,
        reason: row.reason,
        before: textOf(row.before),
        after: textOf(row.after),
        by: row.person_name,
        atMs: row.at.getTime(),
      }));
      return { items, total };
    },
  };
}
