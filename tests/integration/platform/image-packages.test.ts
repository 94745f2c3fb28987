import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROCESS_TYPES } from '#server/platform/config/variables.ts';
import { copiesOfImage } from '../../architecture/dockerfile.ts';
import { projectFile } from '../../architecture/project-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** What `npm ci` reads, as the first stage of the Dockerfile copies it. */
const PACKAGE_LISTS = ['package.json', 'package-lock.json', '.npmrc'];

/** The image's folder, without the client's build: its packages are installed as there. */
let app: string;

const run = (file: string, args: readonly string[]) =>
  spawnSync(file, args, {
    cwd: app,
    encoding: 'utf8',
    env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, HOME: os.homedir() },
  });

beforeAll(() => {
  app = mkdtempSync(path.join(os.tmpdir(), 'savdo-image-'));
  for (const file of PACKAGE_LISTS) cpSync(path.join(ROOT, file), path.join(app, file));
  const installed = run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline']);
  if (installed.status !== 0) throw new Error(installed.stderr);
  for (const { from, to } of copiesOfImage(projectFile('Dockerfile'))) {
    const target = path.join(app, to.endsWith('/') ? `${to}${path.basename(from)}` : to);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(ROOT, from), target, { recursive: true });
  }
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

it('loads the modules of every process with the packages of the image alone', () => {
  const loads = PROCESS_TYPES.map((type) => `await import('./server/processes/${type}.ts');`).join('\n');
  const { status, stderr } = run('node', [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    `${loads}\nprocess.exit(0);`,
  ]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('runs the commands of operators by their name in the image', () => {
  const { status, stdout, stderr } = run('bin/cli', ['help']);
  expect(stderr).toBe('');
  expect(stdout).toContain('staff add');
  expect(status).toBe(0);
});

it.each(['server/main.ts', 'server/processes/migrate.ts'])(
  'gets as far as the settings that are missing in %s',
  (file) => {
    const { status, stderr } = run('node', ['--import', 'tsx', file]);
    expect(stderr).toMatch(/DATABASE_URL/);
    expect(stderr).not.toMatch(/Cannot find/);
    expect(status).toBe(1);
  },
);
