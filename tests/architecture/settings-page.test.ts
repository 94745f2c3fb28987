import path from 'node:path';
import { expect, it } from 'vitest';
import { envExample, PROCESS_TYPES, settingsPage } from '#server/platform/config/index.ts';
import { describedSettings } from '#server/platform/config/setting-table/index.ts';
import { variables } from '#server/platform/config/variables.ts';
import { chartValuesSchema } from './chart-values-schema.ts';
import { formatted } from './formatted-page.ts';

/** Read by docker compose, not by the server. */
const COMPOSE_ONLY = ['PUBLISH_ADDRESS'];

const pathOf = (file: string) => path.resolve(import.meta.dirname, '..', '..', file);
const all = describedSettings();

// `npm run settings` runs this test with -u, which writes the three files.
it('prints .env.example, docs/settings.md and the schema of the chart as schema and table are', async () => {
  const page = pathOf('docs/settings.md');
  await expect(envExample()).toMatchFileSnapshot(pathOf('.env.example'));
  const printed = await formatted(page, settingsPage());
  await expect(printed).toMatchFileSnapshot(page);
  const values = pathOf('deploy/helm/savdo/values.schema.json');
  const types = PROCESS_TYPES.filter((type) => type !== 'demo');
  const schema = await formatted(values, chartValuesSchema(types));
  await expect(schema).toMatchFileSnapshot(values);
});

it('the table has every setting the server reads once, and no other', () => {
  const names = all.map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set([...Object.keys(variables.shape), ...COMPOSE_ONLY]));
  expect(names).toHaveLength(new Set(names).size);
});

it('the table says of every setting what it does, and of every number what it counts', () => {
  for (const { name, about } of all) expect(about, name).toMatch(/^\S.*\.$/);
  const numbers = all.filter(({ numeric }) => numeric);
  expect(numbers.length).toBeGreaterThan(0);
  for (const { name, unit } of numbers) expect(unit, name).not.toBeNull();
});

it('a sample is accepted by the schema', () => {
  const samples = all.filter(({ name, sample }) => name in variables.shape && sample !== '');
  for (const { name, sample } of samples) {
    const { success } = variables.shape[name as keyof typeof variables.shape].safeParse(sample);
    expect(success, name).toBe(true);
  }
});

it('defaults and duties are those of the schema', () => {
  const byName = new Map(all.map((setting) => [setting.name, setting]));
  expect(byName.get('PORT')).toMatchObject({
    default: '3000',
    required: false,
    numeric: true,
    secret: false,
  });
  expect(byName.get('DEMO')).toMatchObject({ default: '0' });
  expect(byName.get('DATABASE_URL')).toMatchObject({ default: null, required: true, secret: true });
  expect(byName.get('PROCESSES')).toMatchObject({ default: null, required: false });
});
