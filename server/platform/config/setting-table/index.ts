import type { z } from 'zod';
import { SECRETS } from '../secret-files.ts';
import { variables } from '../variables.ts';
import { peopleSettings } from './people-settings.ts';
import { providerSettings } from './provider-settings.ts';
import { serviceSettings } from './service-settings.ts';
import type { Restart } from './setting-group.ts';
import { trialSettings } from './trial-settings.ts';

const GROUPS = [...serviceSettings, ...peopleSettings, ...providerSettings, ...trialSettings];

const LINE = 118;

/** A row of the table: what a person wrote of a setting, and what the schema knows. */
interface DescribedSetting {
  group: string;
  about: string;
  name: string;
  sample: string;
  /** As written in the environment; null without one. */
  default: string | null;
  required: boolean;
  unit: string | null;
  /** The schema expects a number. */
  numeric: boolean;
  restart: Restart;
  /** May be in a file that NAME_FILE names. */
  secret: boolean;
}

interface SchemaFacts {
  default: string | null;
  optional: boolean;
  numeric: boolean;
}

/** Through transformations, to what is typed in the environment. */
function factsOf(schema: z.core.$ZodType): SchemaFacts {
  const { def } = schema._zod as unknown as {
    def: { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType; defaultValue?: unknown };
  };
  const inner = def.innerType ?? def.in;
  const found = inner ? factsOf(inner) : { default: null, optional: false, numeric: def.type === 'number' };
  if (def.type === 'default') return { ...found, default: String(def.defaultValue) };
  return def.type === 'optional' ? { ...found, optional: true } : found;
}

/** Those of docker compose are not in the schema. */
const schemaFactsOf = (name: string): SchemaFacts =>
  name in variables.shape
    ? factsOf(variables.shape[name as keyof typeof variables.shape])
    : { default: null, optional: true, numeric: false };

/** Every setting, in the order of the table. */
export const describedSettings = (): DescribedSetting[] =>
  GROUPS.flatMap(({ title, entries }) =>
    entries.flatMap(({ about, settings }) =>
      Object.entries(settings).map(([name, { sample, unit, restart }]) => {
        const facts = schemaFactsOf(name);
        return {
          group: title,
          about,
          name,
          sample: facts.default || (sample ?? ''),
          default: facts.default,
          required: facts.default === null && !facts.optional,
          unit: unit ?? null,
          numeric: facts.numeric,
          restart: restart ?? 'all',
          secret: SECRETS.some((secret) => secret === name),
        };
      }),
    ),
  );

const HEAD = `Settings of an installation. Copy to .env and set what differs; \`npm start\`, \`npm run dev\`, \`npm run cli\` and docker compose read it. What is in the environment wins over this file. Without any of it \`npm start\` brings its own PostgreSQL and Redis and needs nothing here.`;
const SECRETS_HEAD = `Every secret, and every address that may have a password in it, can be in a file instead: SESSION_SECRET_FILE=/run/secrets/x for SESSION_SECRET, and so on. A secret is replaced without a break by its _PREVIOUS: docs/installation.md#rotation. Printed by \`npm run settings\` from server/platform/config/setting-table; docs/settings.md is the same as a table.`;

/** As comment lines no longer than others. */
function comment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length > LINE) lines.push(` ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => `#${line}`).join('\n');
}

const titled = (title: string): string => `# --- ${title} `.padEnd(LINE, '-');

/** The text of .env.example. */
export function envExample(): string {
  const sampleOf = new Map(describedSettings().map(({ name, sample }) => [name, sample]));
  const groups = GROUPS.map(({ title, entries }) => {
    const texts = entries.map(({ about, settings }) => {
      const lines = Object.keys(settings).map((name) => `#${name}=${sampleOf.get(name)}`);
      return [comment(about), ...lines].join('\n');
    });
    return [titled(title), ...texts].join('\n\n');
  });
  return `${[`${comment(HEAD)}\n#\n${comment(SECRETS_HEAD)}`, ...groups].join('\n\n')}\n`;
}

const RESTARTS: Record<Restart, string> = {
  all: 'all',
  web: 'web',
  step: 'none',
  never: 'is never changed',
  compose: '`docker compose up -d`',
};

const PAGE_HEAD = `# Settings

Printed by \`npm run settings\` from the schema that reads them (\`server/platform/config/variables.ts\`) and the table beside it; a test
compares. *Restart* names the processes that read a setting when they start; \`none\` is read by a command or the migration step each
time. † may be in a file that \`NAME_FILE\` names instead. A setting that is empty counts as not given.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function defaultCell({ required, default: value }: DescribedSetting): string {
  if (required) return 'required';
  return value ? `\`${value}\`` : '–';
}

/** The text of docs/settings.md. */
export function settingsPage(): string {
  const all = describedSettings();
  const tables = GROUPS.map(({ title }) => {
    const rows = all
      .filter(({ group }) => group === title)
      .map((setting) => {
        const { name, secret, about, unit, restart } = setting;
        const cells = [
          `\`${name}\`${secret ? ' †' : ''}`,
          about,
          defaultCell(setting),
          unit ?? '–',
          RESTARTS[restart],
        ];
        return `| ${cells.map(cell).join(' | ')} |`;
      });
    return `## ${title}\n\n| setting | meaning | default | unit | restart |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return [PAGE_HEAD, ...tables].join('\n');
}
