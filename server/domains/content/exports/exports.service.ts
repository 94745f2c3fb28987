import { Readable } from 'node:stream';
import type { Role } from '#shared/api/contract.ts';
import {
  EXPORT_MAX_ROWS,
  type ExportFormat,
  type ExportList,
  type StaffExportList,
} from '#shared/api/cabinet/exports.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { tashkentDateTime, tashkentDay } from '#shared/time/tashkent.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { keepReading, readAsOf } from '#server/platform/database/index.ts';
import { forbidden, ruleForbids, tooOften, unavailable } from '#server/platform/errors/index.ts';
import type { ExportRequest, ExportSource } from '#server/platform/modules/index.ts';
import type { Session, SessionPerson } from '#server/platform/sessions/index.ts';
import { BATCH_ROWS, readBatches } from './read-batches.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

export type ExportSources = Readonly<Record<ExportList | StaffExportList, ExportSource>>;

/** Files on their way at one time: each holds a batch of rows in memory. */
const MAX_AT_ONCE = 16;
const MAX_AT_ONCE_PER_PERSON = 2;
const RETRY_AFTER_S = 10;
/** A reader who takes nothing for so long is left. */
const STALL_LIMIT_MS = 120_000;

export interface ExportsDeps {
  sources: ExportSources;
  text: (language: Language, ...asked: Parameters<ExportRequest<never>['text']>) => string;
  actions: Pick<ActionLog, 'record'>;
  /** Those that are in force in a session now; null: it has ended. */
  rolesOf: (handle: string) => Promise<readonly Role[] | null>;
  /** A list that could not be read to its end. */
  onError: (error: unknown) => void;
}

interface ExportFile {
  name: string;
  mediaType: string;
  rowCount: number;
  bytes: Readable;
}

export interface ExportsService {
  /**
   * A list as a file, written while it is sent: its own of a person, or one of staff who have the right to it; it breaks off once the
   * session is over, or has the right no longer. It is in the action log. 400 `exports.unknown-filter` for a filter the list does not
   * have; 403 without the right; 422 `exports.too-many` above EXPORT_MAX_ROWS; `exports.busy` while too many are on their way: 429 of
   * the person's own, 503 of all.
   */
  write(asked: {
    list: ExportList | StaffExportList;
    format: ExportFormat;
    session: Pick<Session, 'handle'> & { person: Pick<SessionPerson, 'personId' | 'roles'> };
    language: Language;
    filters: Readonly<Record<string, string>>;
  }): Promise<ExportFile>;
}

const MEDIA_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The file breaks off: who reads it slowly draws nothing that they may no longer see. */
class NotAllowedAnyMore extends Error {}

export function createExportsService(deps: ExportsDeps): ExportsService {
  const { sources, text, actions, rolesOf, onError } = deps;
  const running: string[] = [];

  /** Throws 429 or 503 when there are too many; else the way to end. */
  function begin(personId: string): () => void {
    const own = running.filter((each) => each === personId).length;
    if (own >= MAX_AT_ONCE_PER_PERSON) throw tooOften(RETRY_AFTER_S, 'exports.busy');
    if (running.length >= MAX_AT_ONCE) throw unavailable('exports.busy');
    running.push(personId);
    let isOver = false;
    return () => {
      if (!isOver) running.splice(running.indexOf(personId), 1);
      isOver = true;
    };
  }

  return {
    async write({ list, format, session, language, filters }) {
      const { handle, person } = session;
      const { personId, roles } = person;
      const source = sources[list];
      if (source.right && !hasRight(roles, source.right)) throw forbidden();
      const end = begin(personId);
      try {
        const say: ExportRequest<never>['text'] = (...asked) => text(language, ...asked);
        const limit = source.rowsAtOnce ?? BATCH_ROWS;
        const asked = { personId, roles, filters, language, limit, text: say };
        const first = await source.page({ ...asked, offset: 0, after: null });
        if (first.total > EXPORT_MAX_ROWS)
          throw ruleForbids('exports.too-many', { values: { max: EXPORT_MAX_ROWS } });
        await actions.record({ personId, type: 'export', action: list, result: 'done' });
        const table = {
          title: say(source.title),
          heads: source.columns.map(({ head }) => say(head)),
          columns: source.columns,
          batches: readBatches(
            first,
            { limit, readsOn: source.readsOn ?? false },
            // Called while the file is sent, and read where its first page was.
            keepReading(async (place) => {
              const now = await rolesOf(handle);
              if (!now || (source.right && !hasRight(now, source.right))) throw new NotAllowedAnyMore();
              return source.page({ ...asked, ...place, roles: now });
            }),
          ),
        };
        const bytes = format === 'xlsx' ? writeXlsx(table) : Readable.from(writeCsv(table));
        endWhenStalled(bytes);
        bytes
          .once('error', (error) => error instanceof NotAllowedAnyMore || onError(error))
          .once('close', end);
        return {
          name: `savdo-${list}-${ageOf(readAsOf())}.${format}`,
          mediaType: MEDIA_TYPES[format],
          rowCount: first.total,
          bytes,
        };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/** The day, and of rows from a replica the time for which they are true: `2026-11-30`, `2026-11-30-as-of-16-40-05`. */
function ageOf(asOf: Date | null): string {
  if (asOf === null) return tashkentDay(Date.now());
  const time = tashkentDateTime(asOf.getTime()).slice('DD.MM.YYYY '.length);
  return `${tashkentDay(asOf.getTime())}-as-of-${time.replaceAll(':', '-')}`;
}

function endWhenStalled(bytes: Readable): void {
  const timer = setTimeout(() => bytes.destroy(), STALL_LIMIT_MS);
  bytes.on('data', () => timer.refresh());
  bytes.once('close', () => clearTimeout(timer));
  // A listener for data makes it flow; it is sent on from a pause.
  bytes.pause();
}
