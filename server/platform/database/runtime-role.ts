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

/** What the role of a connection could do besides the rights it was granted. */
export interface RoleFacts {
  role: string;
  /** Superuser, or allowed to create roles, bypass row security or start replication. */
  powers: string[];
  /** Tables of the product that belong to it, directly or through a role it is a member of. */
  owned: number;
}

export async function readRoleFacts(pool: pg.Pool): Promise<RoleFacts> {
  const { rows } = await pool.query<{ role: string; owned: number } & Record<Power, boolean>>(
    `select current_user::text as role, rolsuper, rolcreaterole, rolbypassrls, rolreplication,
       (select count(*)::int from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')) as owned
     from pg_roles where rolname = current_user`,
  );
  const found = rows[0];
  if (!found) throw new RightsProblem('postgresql does not know the role of this connection');
  const powers = (Object.keys(POWERS) as Power[])
    .filter((power) => found[power])
    .map((power) => POWERS[power]);
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
