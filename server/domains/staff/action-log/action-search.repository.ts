import { sql } from 'kysely';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import type { ActionActors } from '#shared/api/console/action-log.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { ActionLogTables } from './action-log.repository.ts';

/** `person` is owned by accounts: read here for the names of those who acted. */
interface ActionSearchTables extends ActionLogTables {
  person: { id: string; name: string; roles: string[] };
}

export interface ActionSearchFilter {
  /** Only of staff, of anybody, or of those whom a sign-in did not name. */
  who: ActionActors;
  personId?: string | undefined;
  /** Field of activity: `sign-in`, `decision`. */
  type?: string | undefined;
  result?: 'done' | 'refused' | undefined;
  /** What it was about or why it was refused, whole: `order:12`. */
  about?: string | undefined;
  address?: string | undefined;
  since?: Date;
  before?: Date;
  /** Without what tells who takes part in these lots. */
  withoutLots?: readonly number[];
}

/** Only those older than this one. */
type Older = ActionSearchFilter & { beforeId?: number | undefined };

export interface FoundAction {
  id: number;
  person: { id: string; name: string } | null;
  type: string;
  action: string;
  result: 'done' | 'refused';
  reason: string | null;
  address: string | null;
  at: Date;
}

/** Somebody's own: that they applied, or no longer take part. Tables of others are read here. */
const OF_PARTICIPANTS = 'application';
/** An application is stored, and noted as an action, within this time of one another. */
const NOTED_WITHIN_S = 60;

/** Does an action `a` tell who takes part in one of these lots? */
const tellsOf = (lots: readonly number[]) => sql<boolean>`(
  coalesce(string_to_array(a.reason, ' ') && array(
    select 'lot:' || lot_id from unnest(${[...lots]}::bigint[]) as lot_id
    union all select 'application:' || id from trade_application where lot_id = any(${[...lots]}::bigint[])
  ), false)
  or a.type = ${OF_PARTICIPANTS} and coalesce(a.person_id::text in (
    select person_id from trade_application where lot_id = any(${[...lots]}::bigint[])
  ), false))`;

/** Lots that are named together with a person. */
function lotsWithPersons(found: readonly FoundAction[]): number[] {
  const named = found.map(({ reason }) => reason?.split(' ') ?? []);
  return named
    .filter((words) => words.some((word) => word.startsWith('person:')))
    .flatMap((words) => words.flatMap((word) => /^lot:(\d{1,15})$/.exec(word)?.slice(1).map(Number) ?? []));
}

export type ActionSearch = ReturnType<typeof createActionSearch>;

/** What anybody did, for auditors. */
export function createActionSearch(db: Db<ActionSearchTables>) {
  const isStaff = sql<boolean>`p.roles && ${[...STAFF_ROLES]}::text[]`;
  /** By whomever they are. */
  const actions = (wanted: Older) =>
    db
      .selectFrom('person_action as a')
      .$if(wanted.personId !== undefined, (query) =>
        query.where('a.person_id', '=', wanted.personId as string),
      )
      .$if(wanted.type !== undefined, (query) => query.where('a.type', '=', wanted.type as string))
      .$if(wanted.result !== undefined, (query) => query.where('a.result', '=', wanted.result!))
      .$if(wanted.about !== undefined, (query) => query.where('a.reason', '=', wanted.about as string))
      .$if(wanted.address !== undefined, (query) => query.where('a.address', '=', wanted.address as string))
      .$if(wanted.since !== undefined, (query) => query.where('a.at', '>=', wanted.since as Date))
      .$if(wanted.before !== undefined, (query) => query.where('a.at', '<', wanted.before as Date))
      .$if(wanted.beforeId !== undefined, (query) => query.where('a.id', '<', wanted.beforeId as number))
      .$if((wanted.withoutLots ?? []).length > 0, (query) =>
        query.where(sql<boolean>`not ${tellsOf(wanted.withoutLots ?? [])}`),
      );
  const matching = (wanted: Older) =>
    actions(wanted)
      .leftJoin('person as p', 'p.id', 'a.person_id')
      .$if(wanted.who === 'staff', (query) => query.where(isStaff))
      .$if(wanted.who === 'unknown', (query) => query.where('a.person_id', 'is', null));

  /**
   * Numbers of what staff did last, which an index has with its kind and result. Of each of them no more than the page may hold, where
   * PostgreSQL knows that there is more.
   */
  const foundOfStaff = (wanted: Older, { limit, offset }: { limit: number; offset: number }) =>
    db
      .selectFrom('person as p')
      .innerJoinLateral(
        () =>
          actions(wanted)
            .where(sql<boolean>`a.person_id = p.id`)
            .select('a.id')
            .orderBy('a.id', 'desc')
            .limit(limit + offset)
            .as('found'),
        (join) => join.onTrue(),
      )
      .where(isStaff)
      .select('found.id')
      .orderBy('found.id', 'desc')
      .limit(limit)
      .offset(offset);

  return {
    /** Newest first; `beforeId`: those older than this one. */
    async find(
      wanted: ActionSearchFilter,
      { limit, offset, beforeId }: { limit: number; offset: number; beforeId?: number },
    ): Promise<FoundAction[]> {
      const older = { ...wanted, beforeId };
      const page =
        wanted.who === 'staff'
          ? matching({ who: 'all' }).where('a.id', 'in', foundOfStaff(older, { limit, offset }))
          : matching(older).limit(limit).offset(offset);
      const rows = await page
        .select(['a.id', 'a.person_id', 'p.name', 'a.type', 'a.action', 'a.result', 'a.reason', 'a.address'])
        .select('a.at')
        .orderBy('a.id', 'desc')
        .execute();
      return rows.map(({ person_id: personId, name, ...row }) => ({
        ...row,
        person: personId === null ? null : { id: personId, name: name ?? '' },
      }));
    },

    /** Counts no further than `most`: a list needs no exact number of millions. */
    async count(wanted: ActionSearchFilter, most?: number): Promise<number> {
      const { total } = await db
        .selectFrom(
          matching(wanted)
            .select('a.id')
            .$if(most !== undefined, (query) => query.limit(most as number))
            .as('counted'),
        )
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /**
     * Lots that are not over and of which these actions tell a participant: who applied there at that time, or of whom staff read an
     * offer there.
     */
    async lotsToldOf(found: readonly FoundAction[]): Promise<number[]> {
      const applied = found.flatMap(({ type, person, at }) =>
        type === OF_PARTICIPANTS && person ? [{ personId: person.id, at }] : [],
      );
      const named = lotsWithPersons(found);
      if (applied.length === 0 && named.length === 0) return [];
      const { rows } = await sql<{ id: number }>`
        select id from lot
        where outcome is null and not practice and (id = any(${named}::bigint[]) or id in (
          select t.lot_id from trade_application t
          join jsonb_to_recordset(${JSON.stringify(applied)}::jsonb) as done ("personId" text, at timestamptz)
            on t.person_id = done."personId"
            and t.confirmed_at between done.at - make_interval(secs => ${NOTED_WITHIN_S})
              and done.at + make_interval(secs => ${NOTED_WITHIN_S})))
        order by id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Fields of activity that there are, by name. */
    async types(): Promise<string[]> {
      // From one to the next in the index, where a plain distinct reads all of it.
      const { rows } = await sql<{ type: string }>`
        with recursive found as (
          (select type from person_action order by type limit 1)
          union all
          select (select a.type from person_action a where a.type > f.type order by a.type limit 1)
          from found f where f.type is not null
        )
        select type from found where type is not null
      `.execute(db);
      return rows.map(({ type }) => type);
    },
  };
}
