import { PROCESS_TYPES } from '#server/platform/config/index.ts';
import type { Database } from '#server/platform/database/index.ts';
import { good, warning, type Finding } from './finding.ts';

/** Without the demo, and without the sign-in site where another one is used. */
const needed = (shipped: boolean) =>
  PROCESS_TYPES.filter((type) => type !== 'demo' && (shipped || type !== 'identity'));

/** Processes by the names of their connections; `npm start` and no PROCESSES at all run in one called platform. */
export async function lookAtProcesses(
  { shipped }: { shipped: boolean },
  pool: Database['pool'],
): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'savdo-%'`,
  );
  const running = new Set(rows.flatMap(({ name }) => name.slice('savdo-'.length).split('+')));
  if (running.has('platform')) for (const type of ['web', 'worker', 'clock'] as const) running.add(type);
  const missing = needed(shipped).filter((type) => !running.has(type));
  if (missing.length === 0) return [good('processes: every type runs')];
  return [
    warning(
      `processes: no ${missing.join(', ')} is connected to PostgreSQL: start a process with these in PROCESSES (an idle one may be without a connection for a while)`,
    ),
  ];
}

/** Day one: decisions of two persons need two of each. */
export async function lookAtStaff(pool: Database['pool']): Promise<Finding[]> {
  const { rows } = await pool.query<{ administrators: number; operators: number }>(
    `select count(*) filter (where roles @> array['administrator'])::int as administrators,
       count(*) filter (where roles @> array['operator'])::int as operators from person`,
  );
  const { administrators, operators } = rows[0]!;
  if (administrators >= 2 && operators >= 2)
    return [good('staff: two administrators and two operators or more')];
  return [
    warning(
      `staff: ${administrators} administrators and ${operators} operators, two of each are needed: npm run cli -- staff add`,
    ),
  ];
}
