import pg from 'pg';
import { RightsProblem } from './grant-runtime.ts';

/** Login name in a PostgreSQL address; '' where it names none. */
export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** Creates the role of DATABASE_URL where it is missing: for services of the launcher and of tests, which own their server. */
export async function createRuntimeRole(owner: Pick<pg.ClientBase, 'query'>, url: string): Promise<void> {
  const role = roleOf(url);
  const password = decodeURIComponent(new URL(url).password);
  const secret = password === '' ? '' : ` password ${pg.escapeLiteral(password)}`;
  try {
    const { rows } = await owner.query('select from pg_roles where rolname = $1', [role]);
    if (rows.length === 0) await owner.query(`create role ${pg.escapeIdentifier(role)} login${secret}`);
  } catch (error) {
    // 42710, 23505: another process created it at the same moment. Not retried: anything else is for the caller.
    if (!['42710', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** What the role of a connection could do besides the rights it was granted, by itself or by a role it may become. */
export interface RoleFacts {
  role: string;
  /** Superuser, allowed to create roles, bypass row security, start replication, or a power over the server's files and all tables. */
  powers: string[];
  /** Tables of the product that belong to it, directly or through a role it is a member of. */
  owned: number;
}

/** Roles of PostgreSQL itself that reach beyond the rights of tables. */
const SERVER_ROLES = {
  pg_execute_server_program: 'may run programs on the server',
  pg_write_server_files: 'may write files of the server',
  pg_read_server_files: 'may read files of the server',
  pg_write_all_data: 'may change every table',
} as const;

/** A member that inherits nothing still becomes the other role by `set role`: membership counts, not inheritance. */
export async function readRoleFacts(pool: pg.Pool): Promise<RoleFacts> {
  const { rows } = await pool.query<
    { role: string; owned: number; member: (keyof typeof SERVER_ROLES)[] } & Record<Power, boolean>
  >(
    `select current_user::text as role,
       bool_or(rolsuper) as rolsuper, bool_or(rolcreaterole) as rolcreaterole,
       bool_or(rolbypassrls) as rolbypassrls, bool_or(rolreplication) as rolreplication,
       coalesce(array_agg(rolname::text) filter (where rolname = any($1)), '{}') as member,
       (select count(*)::int from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'member')) as owned
     from pg_roles where pg_has_role(oid, 'member')`,
    [Object.keys(SERVER_ROLES)],
  );
  const found = rows[0];
  if (!found) throw new RightsProblem('postgresql does not know the role of this connection');
  const powers = (Object.keys(POWERS) as Power[])
    .filter((power) => found[power])
    .map((power): string => POWERS[power]);
  // A superuser is a member of all of them.
  if (!found.rolsuper) powers.push(...found.member.toSorted().map((name) => SERVER_ROLES[name]));
  return { role: found.role, powers, owned: found.owned };
}

type Power = keyof typeof POWERS;
const POWERS = {
  rolsuper: 'is a superuser',
  rolcreaterole: 'may create roles',
  rolbypassrls: 'bypasses row security',
  rolreplication: 'may replicate',
} as const;

/** A sentence when the role could change what the product never changes; null when it cannot. */
export function weaknessOfRole({ role, powers, owned }: RoleFacts): string | null {
  const found = [...powers, ...(owned > 0 ? [`owns ${owned} tables`] : [])];
  if (found.length === 0) return null;
  return `DATABASE_URL: the role ${role} ${found.join(', ')}, so it could change the past: give it a role of its own and the owner's address as MIGRATION_DATABASE_URL (docs/installation.md)`;
}
