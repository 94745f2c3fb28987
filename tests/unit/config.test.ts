import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigProblem, loadConfig, loadMigrationConfig } from '#server/platform/config/index.ts';
import { SECRETS } from '#server/platform/config/secret-files.ts';
import { variables } from '#server/platform/config/variables.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const services = {
  DATABASE_URL: 'postgres://somebody@127.0.0.1:5432/savdo',
  REDIS_URL: 'redis://127.0.0.1:6379',
  DATA_FOLDER: folder,
};
const embedded = { ...services, SAVDO_EMBEDDED: '1' };
const installed = {
  ...services,
  PUBLIC_URL: 'https://savdo.example',
  IDENTITY_URL: 'https://id.savdo.example',
  SESSION_SECRET: 'pV3kT9xWq7LmZ2cR8nYb5dHj4GfUoAei',
  PERSONAL_ID_SECRET: 'Xw6NqL0rTz8BvK3mJd9PhYc5sGfUa2Eo',
  SECOND_FACTOR_KEY: 'gT5zMw1QpX8nVb3KyR6cJdLh9sFuAoE2',
  SIGNING_KEY: 'kZ4vPq9sLw2XrT6mYc8JbN3hUdGf5AoE',
  OIDC_CLIENT_SECRET: 'hR7uKe2TbQ9zMvXp4WnJ6sYdLc8GfAo1',
  SMTP_URL: 'smtp://127.0.0.1:25',
  SMS_PROVIDER: 'none',
};

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigProblem) return error.problems;
    throw error;
  }
  return [];
}

describe('the settings', () => {
  test('of the operator’s account are given whole or not at all', () => {
    expect(problemsOf({ ...embedded, OPERATOR_NAME: 'Savdo MCHJ', OPERATOR_MFO: '00014' })).toEqual([
      "OPERATOR_STIR, OPERATOR_BANK, OPERATOR_ACCOUNT missing: the operator's account needs all",
    ]);
    expect(problemsOf(embedded)).toEqual([]);
  });

  test('of Paynet, OneID and signing in with keys are given whole or not at all, and only where they are used', () => {
    const others = ['PAYNET_SERVICE_ID', 'PAYNET_LOGIN', 'PAYNET_PASSWORD'];
    expect(problemsOf({ ...embedded, PAYNET_MERCHANT_ID: '5' })).toEqual(
      others.map((name) => `${name} is missing: the other settings of its provider are given`),
    );
    expect(problemsOf({ ...embedded, ONEID_CLIENT_ID: 'shop_uz' })).toEqual([
      'ONEID_CLIENT_SECRET is missing: other settings of OneID are given',
    ]);
    expect(problemsOf({ ...embedded, ONEID_CLIENT_SECRET: 'long enough', ONEID_SCOPE: 'x' })).toEqual([
      'ONEID_CLIENT_ID is missing: other settings of OneID are given',
    ]);
    expect(problemsOf({ ...embedded, E_IMZO_SIGN_IN: '1' })).toEqual([
      'E_IMZO_URL is missing: E_IMZO_SIGN_IN has keys checked by E-IMZO-SERVER',
      'E_IMZO_API_KEYS has no key for localhost, the site of IDENTITY_URL, where E_IMZO_SIGN_IN uses it',
    ]);
    const elsewhere = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'savdo' };
    const oneId = { ONEID_CLIENT_ID: 'shop_uz', ONEID_CLIENT_SECRET: 'long enough' };
    const eImzo = { E_IMZO_URL: 'http://127.0.0.1:8080', E_IMZO_SIGN_IN: '1' };
    const used = { ...oneId, ...eImzo, E_IMZO_API_KEYS: 'localhost,KEY' };
    expect(problemsOf({ ...embedded, ...used })).toEqual([]);
    expect(problemsOf({ ...embedded, ...used, ...elsewhere })).toEqual([
      'ONEID_CLIENT_ID is given, but OIDC_ISSUER puts another site in place of the one that uses it',
      'E_IMZO_SIGN_IN is given, but OIDC_ISSUER puts another site in place of the one that uses it',
    ]);
  });

  test('need nothing but the services when the launcher started them', () => {
    const config = loadConfig(embedded);
    expect(config).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      secure: false,
      partitions: 64,
      jobsRedisUrl: services.REDIS_URL,
      sandboxesAllowed: true,
      demo: false,
    });
    expect(config.signIn).toMatchObject({
      issuer: 'http://localhost:3001',
      shipped: true,
      clientId: 'savdo',
    });
  });

  test('name the pages of the operator elsewhere, and only those given', () => {
    expect(loadConfig(embedded).siteLinks).toEqual({
      social: [],
      office: null,
      newsUrl: null,
      appStoreUrl: null,
      playStoreUrl: null,
      mapTiles: null,
    });
    const given = {
      YOUTUBE_URL: 'https://youtube.com/@savdo/',
      TELEGRAM_URL: 'https://t.me/savdo',
      NEWS_URL: 'https://savdo.example/news',
    };
    expect(loadConfig({ ...embedded, ...given }).siteLinks).toMatchObject({
      social: [
        { network: 'telegram', url: 'https://t.me/savdo' },
        { network: 'youtube', url: 'https://youtube.com/@savdo' },
      ],
      newsUrl: 'https://savdo.example/news',
    });
    expect(problemsOf({ ...embedded, APP_STORE_URL: 'javascript:alert(1)' })).toHaveLength(1);
  });

  test('take pictures of streets from a service only when it is named, as a pattern and with plain words', () => {
    const given = {
      MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      MAP_TILES_ATTRIBUTION: '© Streets',
    };
    expect(loadConfig({ ...embedded, ...given }).siteLinks.mapTiles).toEqual({
      url: 'https://tiles.example/{z}/{x}/{y}.png',
      attribution: '© Streets',
    });
    for (const wrong of [
      { MAP_TILES_URL: 'https://tiles.example/one.png' },
      { MAP_TILES_URL: 'javascript:alert({z}{x}{y})' },
      { ...given, MAP_TILES_ATTRIBUTION: '<img src=x>' },
    ])
      expect(problemsOf({ ...embedded, ...wrong })).toHaveLength(1);
  });

  test('keep the generated secrets over restarts and never reuse one for another', () => {
    const [first, second] = [loadConfig(embedded), loadConfig(embedded)];
    expect(second.sessionSecret).toBe(first.sessionSecret);
    expect(first.signIn.clientSecret).not.toBe(first.sessionSecret);
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(43);
  });

  test('name everything that is wrong at once, by the name of the variable', () => {
    const problems = problemsOf({
      REDIS_URL: 'http://redis',
      PORT: '70000',
      PROCESSES: 'web,brain',
      PARTITIONS: 'many',
    });
    const text = problems.join('\n');
    expect(text).toMatch(/^DATABASE_URL is missing$/m);
    for (const name of ['REDIS_URL', 'PORT', 'PROCESSES', 'PARTITIONS']) expect(text).toContain(name);
  });

  test.each([
    ['DATABASE_URL', 'postgres://app:Zq8/wK3mXp@db/savdo'],
    ['DATABASE_URL', 'postgres://app:12/wK3mXp@db/savdo'],
    ['DATABASE_URL', 'postgres://app:Zq8%wK3mXp@db/savdo'],
    ['MIGRATION_DATABASE_URL', 'postgres://app:Zq8#wK3mXp@db/savdo'],
    ['READ_DATABASE_URL', 'postgres://app:Zq8#wK3mXp@db/savdo'],
    ['REDIS_URL', 'redis://:Zq8?wK3mXp@one:6379,redis://two:6379'],
    ['JOBS_REDIS_URL', 'redis://:Zq8/wK3mXp@one:6379'],
    ['SMTP_URL', 'smtps://post:Zq8/wK3mXp@mail'],
  ])('refuse %s with a password that is not escaped, and never show it', (name, value) => {
    const found = problemsOf({ ...embedded, [name]: value });
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${name}: has a character .* escaped`))]);
    expect(found.join()).not.toContain('wK3mXp');
  });

  test('take a replica of the same database alone, and how far it may be behind', () => {
    const READ_DATABASE_URL = 'postgres://somebody@127.0.0.2:5432/savdo';
    expect(loadConfig(embedded).readReplica).toBeNull();
    expect(loadConfig({ ...embedded, READ_DATABASE_URL }).readReplica).toEqual({
      url: READ_DATABASE_URL,
      maxStalenessMs: 5_000,
    });
    expect(problemsOf({ ...embedded, READ_DATABASE_URL: `${READ_DATABASE_URL}_old` })).toEqual([
      'READ_DATABASE_URL names another database than DATABASE_URL',
    ]);
    expect(problemsOf({ ...embedded, READ_DATABASE_URL, READ_MAX_STALENESS_MS: '900' })).toHaveLength(1);
  });

  test('take an escaped password of a service as it is', () => {
    const DATABASE_URL = 'postgres://app:Zq8%2FwK%40x@db/savdo';
    expect(loadConfig({ ...embedded, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  test('take several addresses of the auction Redis for a cluster, which cannot keep the queues', () => {
    const REDIS_URL = 'redis://10.0.0.1:6379, redis://10.0.0.2:6379';
    const JOBS_REDIS_URL = 'redis://10.0.0.9:6379';
    expect(loadConfig(embedded).auctionRedisCluster).toBe(false);
    expect(loadConfig({ ...embedded, REDIS_URL, JOBS_REDIS_URL })).toMatchObject({
      auctionRedisUrl: 'redis://10.0.0.1:6379,redis://10.0.0.2:6379',
      auctionRedisCluster: true,
      jobsRedisUrl: JOBS_REDIS_URL,
    });
    expect(loadConfig({ ...embedded, REDIS_CLUSTER: '1', JOBS_REDIS_URL }).auctionRedisCluster).toBe(true);
    expect(problemsOf({ ...embedded, REDIS_URL }).join('\n')).toMatch(/^JOBS_REDIS_URL must be/);
    expect(problemsOf({ ...embedded, JOBS_REDIS_URL, REDIS_URL: 'redis://10.0.0.1,nowhere' })).toHaveLength(
      1,
    );
  });

  test('take an empty variable for one that is not there', () => {
    expect(loadConfig({ ...embedded, OIDC_ISSUER: '', PORT: '' })).toMatchObject({ port: 3000 });
  });

  test('of an installation ask for its secrets', () => {
    expect(problemsOf(installed)).toEqual([]);
    const text = problemsOf({ ...services, PUBLIC_URL: 'https://savdo.example' }).join('\n');
    for (const name of [
      'SESSION_SECRET',
      'PERSONAL_ID_SECRET',
      'SECOND_FACTOR_KEY',
      'SIGNING_KEY',
      'OIDC_CLIENT_SECRET',
      'SMTP_URL',
      'SMS_PROVIDER',
    ])
      expect(text).toContain(`${name} is missing`);
  });

  test.each([
    ['an address without https', { PUBLIC_URL: 'http://savdo.example' }, /^PUBLIC_URL is http:/],
    ['a sign-in site without https', { IDENTITY_URL: 'http://id.savdo.example' }, /^IDENTITY_URL is http:/],
    ['a cabinet without https', { CABINET_URL: 'http://a.example' }, /^CABINET_URL is http:/],
    ['a secret of one character', { SESSION_SECRET: 's'.repeat(40) }, /^SESSION_SECRET repeats itself/],
    [
      'a secret in repeated parts',
      { SESSION_SECRET: 'Xw6NqL0rTz8BvK3mJd'.repeat(2) },
      /^SESSION_SECRET repeats/,
    ],
    ['a secret of few characters', { SESSION_SECRET: 'aabbabbbaababbbabaabbababbabaabab' }, /fewer than 12/],
    ['a short secret', { OIDC_CLIENT_SECRET: 'hR7uKe2TbQ9zMvXp' }, /^OIDC_CLIENT_SECRET has 16 characters/],
    [
      'a sample',
      { PERSONAL_ID_SECRET: 'change-me-change-you-0987WXYZ-qpl' },
      /^PERSONAL_ID_SECRET contains a word/,
    ],
    ['a weak token', { METRICS_TOKEN: 'hR7uKe2TbQ9zMvXp' }, /^METRICS_TOKEN has 16/],
    [
      'one secret for two',
      { METRICS_TOKEN: 'pV3kT9xWq7LmZ2cR8nYb5dHj4GfUoAei' },
      /the same as SESSION_SECRET/,
    ],
    [
      'a known password',
      { DATABASE_URL: 'postgres://savdo:savdo@db/savdo' },
      /^DATABASE_URL has a password that/,
    ],
    [
      'a short password',
      { DATABASE_URL: 'postgres://savdo:Zq8wK@db/savdo' },
      /^DATABASE_URL has a password of 5/,
    ],
    [
      'a short password of the replica',
      { READ_DATABASE_URL: 'postgres://savdo:Zq8wK@db/savdo' },
      /^READ_DATABASE_URL has a password of 5/,
    ],
    ['limits that limit nothing', { RATE_LIMIT_FACTOR: '11' }, /^RATE_LIMIT_FACTOR is 11/],
    [
      'staff without a second factor',
      { STAFF_SECOND_FACTOR: 'optional' },
      /^STAFF_SECOND_FACTOR is optional/,
    ],
  ])('of an installation refuse %s, and of one on the loopback do not', (_what, change, problem) => {
    const found = problemsOf({ ...installed, CABINET_SECRET: 'bN4tY8wLq2ZrXc6KmVp0JsHd7GfUoAe9', ...change });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(problem);
    const secrets = Object.values(change).filter((value) => !/^http|^\d+$|^optional$/.test(value));
    for (const secret of secrets) expect(found[0]).not.toContain(secret);
    if ('PUBLIC_URL' in change) return;
    expect(
      problemsOf({ ...installed, ...change, PUBLIC_URL: 'http://localhost:3000', CABINET_URL: '' }),
    ).toEqual([]);
  });

  test('are read from files that NAME_FILE names, and what is wrong with one is said without its contents', () => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, 'qL9sWv3NxT7yRb2KzMc5PdHj8GfUoAe4\n');
    const { SESSION_SECRET: _left, ...others } = installed;
    expect(loadConfig({ ...others, SESSION_SECRET_FILE: file }).sessionSecret).toBe(
      'qL9sWv3NxT7yRb2KzMc5PdHj8GfUoAe4',
    );
    expect(problemsOf({ ...installed, SESSION_SECRET_FILE: file })).toEqual([
      'SESSION_SECRET and SESSION_SECRET_FILE are both given: leave one out',
    ]);
    const missing = path.join(folder, 'nothing-here');
    expect(problemsOf({ ...others, SESSION_SECRET_FILE: missing })).toContain(
      `SESSION_SECRET_FILE: ${missing} cannot be read (ENOENT)`,
    );
    writeFileSync(file, '\n');
    expect(problemsOf({ ...others, SESSION_SECRET_FILE: file })).toContain(
      `SESSION_SECRET_FILE: ${file} is empty`,
    );
  });

  test('of every secret may come from a file', () => {
    const secret =
      /SECRET|PASSWORD|TOKEN|_KEY$|KEYS?$|KEY_PREVIOUS|^(DATABASE|MIGRATION_DATABASE|READ_DATABASE|BACKUP_DATABASE|REDIS|JOBS_REDIS|SMTP)_URL$|S3_ACCESS/;
    const names = Object.keys(variables.shape).filter((name) => secret.test(name));
    expect([...SECRETS].toSorted()).toEqual(names.toSorted());
  });

  test('of the migration step name an owner of the same database', () => {
    const MIGRATION_DATABASE_URL = 'postgres://owner:x@127.0.0.1:5432/savdo';
    expect(loadMigrationConfig({ ...services, MIGRATION_DATABASE_URL })).toMatchObject({
      databaseUrl: services.DATABASE_URL,
      ownerUrl: MIGRATION_DATABASE_URL,
      ownServer: false,
      demo: false,
    });
    expect(loadMigrationConfig(services).ownerUrl).toBe(services.DATABASE_URL);
    const other = 'postgres://owner@127.0.0.1:5432/another';
    expect(() => loadMigrationConfig({ ...services, MIGRATION_DATABASE_URL: other })).toThrow(
      /another database/,
    );
    const unnamed = 'postgres://127.0.0.1:5432/savdo';
    expect(() => loadMigrationConfig({ DATABASE_URL: unnamed, MIGRATION_DATABASE_URL })).toThrow(
      /names no role/,
    );
  });

  test.each([
    [
      'on a given database',
      { ...services, SESSION_SECRET: 's'.repeat(40), OIDC_CLIENT_SECRET: 'o'.repeat(40) },
    ],
    ['behind a public address', { ...embedded, PUBLIC_URL: 'https://savdo.example' }],
  ])('refuse the demo %s unless it is permitted', (_where, env) => {
    expect(problemsOf({ ...env, DEMO: '1' }).join('\n')).toMatch(/DEMO: .* refused because .*ALLOW_TWINS=1/);
    expect(loadConfig({ ...env, DEMO: '1', ALLOW_TWINS: '1' })).toMatchObject({
      demo: true,
      sandboxesAllowed: true,
    });
  });

  test('refuse SAVDO_CRASH_AT outside tests', () => {
    const planted = { SAVDO_CRASH_AT: 'after-commit' };
    expect(problemsOf({ ...embedded, ...planted }).join('\n')).toContain('SAVDO_CRASH_AT');
    expect(problemsOf({ ...installed, ...planted }).join('\n')).toContain('SAVDO_CRASH_AT');
    expect(problemsOf({ ...installed, ...planted, SAVDO_TEST: '1' })).not.toEqual([]);
    expect(problemsOf({ ...embedded, ...planted, SAVDO_TEST: '1' })).toEqual([]);
  });

  test('are read by the sentence, not by the stack', () => {
    expect(() => loadConfig({})).toThrow(/^The settings are not usable:\n {2}- /);
  });
});

describe('the gateways of messages', () => {
  test('are stand-ins where those are allowed, and none on an installation that names none', () => {
    expect(loadConfig(embedded)).toMatchObject({ sms: { provider: 'twin' }, smtpUrl: null });
    expect(loadConfig(installed)).toMatchObject({ sms: null, sandboxesAllowed: false });
  });

  test('need their accounts', () => {
    expect(problemsOf({ ...installed, SMS_PROVIDER: 'eskiz' })).toEqual([
      'ESKIZ_EMAIL is missing for SMS_PROVIDER=eskiz',
      'ESKIZ_PASSWORD is missing for SMS_PROVIDER=eskiz',
    ]);
    expect(problemsOf({ ...installed, SMS_PROVIDER: 'playmobile', PLAYMOBILE_USER: 'savdo' })).toEqual([
      'PLAYMOBILE_PASSWORD is missing for SMS_PROVIDER=playmobile',
    ]);
    const account = { ESKIZ_EMAIL: 'a@example.uz', ESKIZ_PASSWORD: 'p', SMS_FROM: 'SAVDO' };
    expect(loadConfig({ ...installed, SMS_PROVIDER: 'eskiz', ...account }).sms).toEqual({
      provider: 'eskiz',
      url: 'https://notify.eskiz.uz/api',
      email: 'a@example.uz',
      password: 'p',
      from: 'SAVDO',
    });
  });

  test('have a bot in Telegram where both its token and its name are given', () => {
    const token = `7000000001:${'Aa_0-'.repeat(7)}`;
    expect(loadConfig(embedded).telegram).toEqual({ provider: 'twin' });
    expect(loadConfig(installed).telegram).toBeNull();
    expect(problemsOf({ ...installed, TELEGRAM_BOT_TOKEN: token })).toEqual([
      'TELEGRAM_BOT_NAME is missing for TELEGRAM_BOT_TOKEN',
    ]);
    expect(problemsOf({ ...embedded, TELEGRAM_BOT_NAME: 'savdo_bot' })).toEqual([
      'TELEGRAM_BOT_TOKEN is missing for TELEGRAM_BOT_NAME',
    ]);
    const bot = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_BOT_NAME: 'savdo_bot' };
    expect(loadConfig({ ...installed, ...bot }).telegram).toEqual({
      provider: 'bot',
      url: 'https://api.telegram.org',
      token,
      name: 'savdo_bot',
    });
  });

  test('are no stand-ins on an installation', () => {
    expect(problemsOf({ ...installed, SMS_PROVIDER: 'twin' })).toEqual([
      'SMS_PROVIDER=twin is refused because DATABASE_URL is given; ALLOW_TWINS=1 permits it',
    ]);
  });
});
