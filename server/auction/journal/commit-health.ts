import type { Failure } from '#server/platform/logging/index.ts';
import { sqlStateOf } from './database-session.repository.ts';

/**
 * What the log says of a journal that could commit nothing.
 * @param stoodStillMs for how long this process did not run just before; null: it did
 */
export function commitFailure(error: Error, stoodStillMs: number | null): Failure {
  const sqlState = sqlStateOf(error);
  if (sqlState !== null)
    return {
      error,
      level: 'error',
      message: `PostgreSQL answers and commits nothing (SQLSTATE ${sqlState}): rooms are held until it does`,
      fields: { sqlState },
    };
  if (stoodStillMs !== null)
    return {
      error,
      message: 'the session with PostgreSQL was lost while this journal stood still: it begins again',
      fields: { stoodStillMs },
    };
  return { error, message: 'PostgreSQL is away: nothing is committed, rooms are held' };
}
