import { expect, it } from 'vitest';
import { rightsDifferences } from '#server/platform/database/grant-runtime.ts';
import { RUNTIME_RIGHTS } from '#server/platform/database/runtime-rights.ts';
import { projectFiles } from './project-files.ts';
import { tablesOf } from './tidy/tables.ts';

/** Made by the tool that runs migrations. */
const OF_THE_TOOL = ['kysely_migration', 'kysely_migration_lock'];
const made = [...tablesOf(projectFiles(['migrations'], ['.ts'])), ...OF_THE_TOOL];
const listed = Object.keys(RUNTIME_RIGHTS);

it('every table that migrations create has a line of rights, and every line its table', () => {
  expect(made.length).toBeGreaterThan(100);
  expect(rightsDifferences(made, listed)).toEqual([]);
});

it('a table without a line, and a line without a table, are seen', () => {
  expect(rightsDifferences([...made, 'secret_diary'], listed)).toEqual([
    'secret_diary has no line in runtime-rights.ts',
  ]);
  expect(rightsDifferences(made, [...listed, 'gone'])).toEqual([
    'gone of runtime-rights.ts is not in the database',
  ]);
});

it('a right to delete says why, and evidence has none', () => {
  for (const [table, { deleted }] of Object.entries(RUNTIME_RIGHTS)) expect(deleted, table).not.toBe('');
  const evidence = [
    'ledger_account',
    'ledger_journal',
    'ledger_entry',
    'auction_entry',
    'auction_attempt',
    'auction_receipt',
    'protocol',
    'protocol_file',
    'person_action',
    'signed_document',
    'consent_answer',
    'refund_step',
  ];
  for (const table of evidence) expect(RUNTIME_RIGHTS[table]?.deleted, table).toBeNull();
});
