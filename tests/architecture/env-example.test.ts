import { expect, it } from 'vitest';
import { variables } from '#server/platform/config/variables.ts';
import { projectFile } from './project-files.ts';

/** Read by docker compose, not by the server. */
const COMPOSE_ONLY = ['PUBLISH_ADDRESS'];

const example = projectFile('.env.example');
const documented = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]!);

it('.env.example names every setting the server reads, and no other', () => {
  expect(new Set(documented)).toEqual(new Set([...Object.keys(variables.shape), ...COMPOSE_ONLY]));
  expect(documented).toHaveLength(new Set(documented).size);
});

it('.env.example says of every setting what it does', () => {
  const lines = example.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!/^#?[A-Z][A-Z0-9_]+=/.test(line)) continue;
    const above = lines.slice(0, at).findLast((one) => !/^#?[A-Z][A-Z0-9_]+=/.test(one));
    expect(above, line).toMatch(/^# \S/);
  }
});
