import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  readReason,
  REASON_NEEDED,
  type AccountsService,
  type ActionRecorder,
} from '#server/domains/people/accounts/index.ts';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import type { PersonExport } from './write-export.ts';

export const EXPORT_USAGE = 'person export --id ID --out FILE --reason TEXT';

export interface ExportCommandDeps {
  accounts: Pick<AccountsService, 'byId'>;
  personExport: PersonExport;
  actions: ActionRecorder;
}

/**
 * `npm run cli -- person export`: for a request that did not come from the cabinet. The person reads in the log of their actions that it
 * was done, and why.
 * @returns the exit code: 0 written, 2 not understood or not possible
 */
export async function runExportCommand(
  args: readonly string[],
  out: CommandOutput,
  open: () => ExportCommandDeps,
): Promise<number> {
  let given: { id?: string; out?: string; reason?: string };
  try {
    const text = { type: 'string' } as const;
    given = parseArgs({ args: [...args], options: { id: text, out: text, reason: text } }).values;
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    out.error((error as Error).message);
    return 2;
  }
  const { id: personId, out: file } = given;
  if (!personId || !file) {
    out.error(`needed is: ${EXPORT_USAGE}`);
    return 2;
  }
  const reason = readReason(given.reason);
  if (reason === null) {
    out.error(REASON_NEEDED);
    return 2;
  }
  const { accounts, personExport, actions } = open();
  if (!(await accounts.byId(personId))) {
    out.error('there is no person with this id');
    return 2;
  }
  // Before anything is given out.
  await actions.record({
    personId,
    type: 'profile',
    action: 'data-taken-by-command',
    result: 'done',
    reason,
  });
  // Readable by the operator alone, and never over another file.
  await writeFile(file, personExport.write(personId).bytes, { mode: 0o600, flag: 'wx' });
  out.line(`written to ${file}`);
  return 0;
}
