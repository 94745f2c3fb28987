import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDockerfile } from './dockerfile.ts';
import { projectFile } from './project-files.ts';

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

const compose = parse(projectFile('docker-compose.yml')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const service = (name: string): Service => compose.services[name]!;

/** Value that follows `--name` in a command. */
const setting = (name: string, key: string): string | undefined => {
  const command = service(name).command ?? [];
  const at = command.indexOf(`--${key}`);
  return at < 0 ? undefined : command[at + 1];
};

describe('docker-compose.yml', () => {
  it('has one app and what it needs, each with a health check', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'app',
      'mail',
      'postgres',
      'redis-auction',
      'redis-jobs',
    ]);
    for (const [name, { healthcheck }] of Object.entries(compose.services))
      expect(healthcheck?.test[0], name).toBe('CMD');
    expect(service('app').build).toBe('.');
    expect(service('postgres').image).toBe('postgres:18');
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
    expect(new URL(app.environment!['DATABASE_URL']!.replace(/\$\{[^}]*\}/, 'x')).hostname).toBe('postgres');
    expect(app.environment!['REDIS_URL']).toBe('redis://redis-auction:6379');
    expect(app.environment!['JOBS_REDIS_URL']).toBe('redis://redis-jobs:6379');
    expect(app.environment!['SMTP_URL']).toBe('smtp://mail:1025');
  });

  it('declares every volume it mounts and mounts every volume it declares', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0]),
    );
    expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)));
  });

  it('can open only the site and the sign-in to other machines, and does so when asked', () => {
    const open = Object.values(compose.services)
      .flatMap(({ ports = [] }) => ports)
      .filter((port) => !port.startsWith('127.0.0.1:'));
    expect(open.sort()).toEqual([3000, 3001].map((port) => `\${PUBLISH_ADDRESS:-127.0.0.1}:${port}:${port}`));
  });

  it('writes no secret down', () => {
    for (const name of ['SESSION_SECRET', 'OIDC_CLIENT_SECRET']) {
      expect(service('app').environment![name]).toBe(`\${${name}:-}`);
    }
  });
});

describe('Dockerfile', () => {
  const stages = parseDockerfile(projectFile('Dockerfile'));
  const last = stages.at(-1)!;
  const only = (name: string) => last.instructions.filter((one) => one.name === name);

  it('builds on Debian’s slim Node.js 26 in several stages', () => {
    expect(stages.length).toBeGreaterThan(2);
    expect(last.from).toBe('node:26-trixie-slim');
    const names = new Set(stages.map(({ name }) => name));
    for (const { from } of stages) expect(from === 'node:26-trixie-slim' || names.has(from), from).toBe(true);
  });

  it('runs as nobody special and never through npm', () => {
    const user = last.instructions.findIndex(({ name }) => name === 'USER');
    expect(last.instructions[user]?.text).toBe('node');
    expect(last.instructions.slice(user).some(({ name }) => name === 'RUN' || name === 'COPY')).toBe(false);
    for (const { text } of [...only('CMD'), ...only('RUN')]) expect(text).not.toMatch(/\bnp[mx]\b/);
  });

  it('hands signals to the server itself', () => {
    const [command] = only('CMD');
    expect(command?.list?.at(-1)).toMatch(/exec node --import tsx server\/main\.ts$/);
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
