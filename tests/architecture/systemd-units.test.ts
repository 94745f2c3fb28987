import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROCESS_TYPES } from '#server/platform/config/index.ts';
import { parseCompose } from './compose-file.ts';
import { projectFile } from './project-files.ts';

const FOLDER = 'deploy/systemd';
const ANALYZE = '/usr/bin/systemd-analyze';
/** In tenths, as systemd-analyze counts what a unit leaves open; a unit without any hardening has 96. */
const MOST_EXPOSED = 20;

const names = readdirSync(path.resolve(import.meta.dirname, '../..', FOLDER)).filter((name) =>
  name.endsWith('.service'),
);
const unit = (name: string) => projectFile(`${FOLDER}/${name}`);
const templates = names.filter((name) => name.endsWith('@.service'));

/** Of one key, in its order. */
const valuesOf = (text: string, key: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));

/** Everything that is said of it: systemd itself accepts a key that it does not know, and says so. */
function verified(name: string, text: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-units-'));
  const file = path.join(folder, name.replace('@.', '@3000.'));
  // What is on the machine of an installation.
  writeFileSync(
    file,
    text.replaceAll('/opt/savdo/node_modules/.bin/node', process.execPath).replaceAll('/opt/savdo', '/'),
  );
  try {
    const { stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', file], { encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('units of systemd', () => {
  it('are there for every process of an installation, by the port that each answers on', () => {
    const ports: Record<string, string> = { web: 'PORT', identity: 'IDENTITY_PORT' };
    const types = PROCESS_TYPES.filter((type) => type !== 'demo');
    expect(templates.sort()).toEqual(types.map((type) => `savdo-${type}@.service`).sort());
    for (const type of types)
      expect(valuesOf(unit(`savdo-${type}@.service`), 'Environment')).toEqual([
        `NODE_ENV=production HOST=127.0.0.1 PROCESSES=${type} ${ports[type] ?? 'ADMIN_PORT'}=%i`,
        'NODE_COMPILE_CACHE=%C/savdo',
      ]);
  });

  it('differ in nothing but what they run', () => {
    const ownKeys = /^(#|Description=|Environment=).*\n/gm;
    expect(new Set(templates.map((name) => unit(name).replaceAll(ownKeys, ''))).size).toBe(1);
  });

  it('wait for the orderly stop as long as Docker does, and start again whatever the reason', () => {
    const grace = parseCompose(projectFile('docker-compose.yml')).services['app']?.stop_grace_period;
    for (const name of templates) {
      expect(valuesOf(unit(name), 'TimeoutStopSec'), name).toEqual([grace]);
      expect(valuesOf(unit(name), 'Restart'), name).toEqual(['always']);
      expect(valuesOf(unit(name), 'KillMode'), name).toEqual(['mixed']);
    }
  });

  it("give the owner's address to the migration step alone, whose user no other process has", () => {
    for (const name of names) {
      const owner = name === 'savdo-migrate.service';
      expect(valuesOf(unit(name), 'EnvironmentFile').includes('/etc/savdo/migrate.env'), name).toBe(owner);
      expect(valuesOf(unit(name), 'DynamicUser'), name).toEqual(owner ? ['true'] : []);
      expect(valuesOf(unit(name), 'User'), name).toEqual(owner ? [] : ['savdo']);
    }
  });

  it.skipIf(!existsSync(ANALYZE))('are understood by systemd and leave little open', () => {
    for (const name of names) {
      expect(verified(name, unit(name)), name).toBe('');
      const { status, stdout } = spawnSync(
        ANALYZE,
        ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, path.join(FOLDER, name)],
        { encoding: 'utf8' },
      );
      expect(status, stdout).toBe(0);
    }
    const wrong = unit('savdo-web@.service').replace('ProtectClock', 'ProtectClocks');
    expect(verified('savdo-web@.service', wrong)).toMatch(/Unknown key 'ProtectClocks'/);
  });
});
