import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCompose } from './compose-file.ts';
import { parseDockerfile } from './dockerfile.ts';
import { projectFile } from './project-files.ts';

const compose = parseCompose(projectFile('docker-compose.yml'));
const service = (name: string) => compose.services[name]!;

/** Value that follows `--name` in a command. */
const setting = (name: string, key: string): string | undefined => {
  const command = service(name).command ?? [];
  const at = command.indexOf(`--${key}`);
  return at < 0 ? undefined : command[at + 1];
};

/** A version of two numbers at least, and a whole digest. */
const PINNED = /^[a-z0-9./-]+:v?\d+\.\d+(\.\d+)?(-[a-z0-9.]+)?@sha256:[0-9a-f]{64}$/;

describe('docker-compose.yml', () => {
  it('has one app and what it needs, each with a health check', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'app',
      'mail',
      'migrate',
      'postgres',
      'redis-auction',
      'redis-jobs',
    ]);
    for (const [name, { healthcheck }] of Object.entries(compose.services)) {
      // The migration step ends by itself.
      expect('disable' in healthcheck, name).toBe(name === 'migrate');
    }
    expect(service('app').build).toEqual({ context: '.', args: { COMMIT: '${COMMIT:-}' } });
    expect(service('postgres').image).toMatch(/^postgres:18\./);
  });

  it('names a full version and the digest of every image', () => {
    const images = Object.values(compose.services).flatMap(({ image }) => image ?? []);
    const foreign = images.filter((image) => image !== 'savdo');
    expect(foreign.length).toBeGreaterThan(3);
    for (const image of foreign) expect(image).toMatch(PINNED);
    for (const loose of ['postgres:18', 'redis:latest', 'redis', 'redis:7.2.1@sha256:12', 'redis:7.2.1'])
      expect(loose).not.toMatch(PINNED);
  });

  it('runs everything as an unprivileged user on a read-only file system', () => {
    for (const [name, one] of Object.entries(compose.services)) {
      expect(one.read_only, name).toBe(true);
      expect(one.cap_drop, name).toEqual(['ALL']);
      expect(one.security_opt, name).toEqual(['no-new-privileges:true']);
    }
    // Our own image names its user itself.
    const foreign = Object.entries(compose.services).filter(([, { image }]) => image !== 'savdo');
    expect(foreign.length).toBeGreaterThan(3);
    for (const [name, { user }] of foreign) expect(user, name).not.toMatch(/^(root|0)?$/);
  });

  it('gives the owner of the tables to the migration step alone, which ends before the app starts', () => {
    const owners = Object.entries(compose.services).filter(([, { secrets = [] }]) =>
      secrets.includes('owner-database-url'),
    );
    expect(owners.map(([name]) => name)).toEqual(['migrate']);
    expect(service('app').environment!['MIGRATION_DATABASE_URL_FILE']).toBeUndefined();
    expect(service('app').depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
    const init = projectFile('deploy/postgres/create-roles.sh');
    for (const role of ['savdo_owner', 'savdo_runtime'])
      expect(init).toMatch(new RegExp(`create role ${role} login nosuperuser nocreaterole nocreatedb`));
  });

  it('keeps no orders of bids on disk and evicts nothing', () => {
    expect(setting('redis-auction', 'appendonly')).toBe('no');
    expect(setting('redis-auction', 'save')).toBe('');
    expect(service('redis-auction').volumes).toBeUndefined();
    expect(setting('redis-auction', 'maxmemory-policy')).toBe('noeviction');
    expect(setting('redis-auction', 'maxmemory')).toMatch(/^\d+[mg]b$/);
  });

  it('keeps queues in an append-only file', () => {
    expect(setting('redis-jobs', 'appendonly')).toBe('yes');
    expect(setting('redis-jobs', 'appendfsync')).toBe('everysec');
    expect(setting('redis-jobs', 'maxmemory-policy')).toBe('noeviction');
    expect(service('redis-jobs').volumes).toEqual(['redis-jobs:/data']);
  });

  it('starts the app after its services are healthy and points it at them', () => {
    const app = service('app');
    for (const name of ['postgres', 'redis-auction', 'redis-jobs']) {
      expect(app.depends_on?.[name]?.condition, name).toBe('service_healthy');
    }
    expect(app.environment!['DATABASE_URL_FILE']).toBe('/run/secrets/database-url');
    const script = projectFile('deploy/create-secrets.sh');
    for (const role of ['savdo_runtime', 'savdo_owner'])
      expect(script).toMatch(new RegExp(`postgres://${role}:.*:-postgres}:5432/savdo`));
    expect(app.environment!['REDIS_URL']).toBe('redis://redis-auction:6379');
    expect(app.environment!['JOBS_REDIS_URL']).toBe('redis://redis-jobs:6379');
    expect(service('mail').profiles).toEqual(['trial']);
  });

  it('declares every volume it mounts and mounts every volume it declares', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0]!).filter((source) => !source.startsWith('.')),
    );
    expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)));
  });

  it('can open only the site and the sign-in to other machines, and does so when asked', () => {
    const open = Object.values(compose.services)
      .flatMap(({ ports = [] }) => ports)
      .filter((port) => !port.startsWith('127.0.0.1:'));
    expect(open.sort()).toEqual([3000, 3001].map((port) => `\${PUBLISH_ADDRESS:-127.0.0.1}:${port}:${port}`));
  });

  it.each([
    ['a key that Compose does not have', 'restart: unless-stopped', 'restarts: unless-stopped'],
    ['a key that is written twice', 'init: true', 'init: true\n  init: true'],
    ['an unknown condition', 'condition: service_healthy', 'condition: healthy'],
    ['a duration without a unit', 'interval: 10s', 'interval: 10'],
    ['a secret that is not declared', '- metrics-token', '- metrics-tokens'],
    ['a service that is not there', 'redis-jobs: { condition', 'redis-job: { condition'],
    ['wrong indentation', '  app:', ' app:'],
  ])('is refused with %s', (_, right, wrong) => {
    const text = projectFile('docker-compose.yml');
    expect(text).toContain(right);
    expect(() => parseCompose(text.replace(right, wrong))).toThrow();
  });

  it('writes no secret down: each is a file that a script makes and the repository leaves out', () => {
    const text = projectFile('docker-compose.yml');
    expect(text).not.toMatch(/:-(?!127\.0\.0\.1|172\.16)\w/);
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(projectFile('deploy/create-secrets.sh'), name).toContain(name);
    }
    const named = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.secrets)));
    expect(projectFile('.gitignore')).toMatch(/^secrets\/$/m);
    for (const name of ['PUBLIC_URL', 'IDENTITY_URL', 'SMTP_URL'])
      expect(service('app').environment![name]).toMatch(new RegExp(`^\\$\\{${name}:\\?`));
  });
});

describe('Dockerfile', () => {
  const stages = parseDockerfile(projectFile('Dockerfile'));
  const last = stages.at(-1)!;
  const only = (name: string) => last.instructions.filter((one) => one.name === name);

  it('builds on Debian’s slim Node.js 26 in several stages', () => {
    expect(stages.length).toBeGreaterThan(2);
    expect(last.from).toMatch(/^node:26\.\d+\.\d+-trixie-slim(@sha256:[0-9a-f]{64})?$/);
    const names = new Set(stages.map(({ name }) => name));
    for (const { from } of stages) expect(from === last.from || names.has(from), from).toBe(true);
  });

  it('runs as nobody special and never through npm', () => {
    const user = last.instructions.findIndex(({ name }) => name === 'USER');
    expect(last.instructions[user]?.text).toBe('node');
    expect(last.instructions.slice(user).some(({ name }) => name === 'RUN' || name === 'COPY')).toBe(false);
    for (const { text } of [...only('CMD'), ...only('RUN')]) expect(text).not.toMatch(/\bnp[mx]\b/);
  });

  it('hands signals to the server itself', () => {
    const [command] = only('CMD');
    expect(command?.list).toEqual(['node', 'server/dist/main.mjs']);
  });

  it('is healthy when /healthz answers', () => {
    expect(only('HEALTHCHECK')).toHaveLength(1);
    expect(only('HEALTHCHECK')[0]?.list?.at(-1)).toContain('/healthz');
  });

  it('copies only what exists and what .dockerignore lets through', () => {
    const allowed = projectFile('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
    for (const source of copied) {
      expect(
        allowed.some((one) => source === one || source.startsWith(`${one}/`)),
        source,
      ).toBe(true);
      expect(existsSync(new URL(`../../${source}`, import.meta.url)), source).toBe(true);
    }
  });

  it('takes only whole instructions', () => {
    expect(() => parseDockerfile('FROM a\nRUNN x')).toThrow('not a Dockerfile instruction');
    expect(() => parseDockerfile('RUN x')).toThrow('before the first FROM');
  });
});
