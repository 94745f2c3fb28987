import { describedSettings } from '#server/platform/config/setting-table/index.ts';

/** Those that the chart gives each process itself. */
const OF_THE_CHART = [
  'PROCESSES',
  'HOST',
  'PORT',
  'ADMIN_PORT',
  'IDENTITY_PORT',
  'DATA_FOLDER',
  'FILES_FOLDER',
];
/** Groups of the table that no installation on Kubernetes sets. */
const ELSEWHERE = ['docker compose only', 'Set by the launcher and by tests, not by hand'];
/** Mounted by the migration step alone, and by backups alone. */
const OF_ITS_OWN = ['MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'];

const text = { type: 'string' } as const;
const named = { type: 'string', minLength: 1 } as const;
const anything = { type: 'object' } as const;
const texts = { type: 'object', additionalProperties: text } as const;
const peers = { type: 'array', minItems: 1, items: anything } as const;

const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  properties,
});

const settings = describedSettings().filter(({ group }) => !ELSEWHERE.includes(group));

/** Settings that may be written into `settings` of the chart: every one that is no secret. */
export const chartSettings = settings
  .filter(({ name, secret }) => !secret && !OF_THE_CHART.includes(name))
  .map(({ name }) => name);

/** Settings that may be named in `secrets.files`. */
export const chartSecrets = settings
  .filter(({ name, secret }) => secret && !OF_ITS_OWN.includes(name))
  .map(({ name }) => name);

const describedAs = new Map(settings.map(({ name, about }) => [name, about]));

const processOf = closed({
  replicas: { type: 'integer', minimum: 1 },
  resources: anything,
  nodeSelector: texts,
  tolerations: { type: 'array', items: anything },
});

/** The schema that Helm holds the values of the chart against, with each setting as the table describes it. */
export function chartValuesSchema(processTypes: readonly string[]): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart. Printed by `npm run settings` from the table of settings.',
    ...closed({
      global: anything,
      image: closed({
        repository: named,
        tag: text,
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      }),
      imagePullSecrets: { type: 'array', items: closed({ name: named }) },
      settings: {
        ...closed(
          Object.fromEntries(
            chartSettings.map((name) => [
              name,
              {
                ...text,
                description: describedAs.get(name),
                ...(['PUBLIC_URL', 'IDENTITY_URL'].includes(name) && { pattern: '^https://[^/]+$' }),
              },
            ]),
          ),
        ),
        required: ['PUBLIC_URL'],
        anyOf: [{ required: ['IDENTITY_URL'] }, { required: ['OIDC_ISSUER'] }],
      },
      secrets: closed({
        name: named,
        files: {
          ...closed(Object.fromEntries(chartSecrets.map((name) => [name, named]))),
          required: settings
            .filter(({ name, required }) => required && chartSecrets.includes(name))
            .map(({ name }) => name),
        },
      }),
      owner: closed({ name: named, key: named }),
      files: closed({ existingClaim: text }),
      authority: closed({ configMap: text, key: named }),
      hostAliases: {
        type: 'array',
        items: closed({ ip: named, hostnames: { type: 'array', items: named } }),
      },
      processes: {
        ...closed(Object.fromEntries(processTypes.map((type) => [type, processOf]))),
        required: processTypes,
      },
      autoscaling: closed({
        enabled: { type: 'boolean' },
        maxReplicas: { type: 'integer', minimum: 1 },
        eventLoopDelay: named,
        sockets: named,
      }),
      backup: closed({
        enabled: { type: 'boolean' },
        existingClaim: text,
        secret: named,
        addressKey: named,
        encryptionKey: named,
        schedule: named,
        keep: { type: 'string', pattern: '^[1-9][0-9]*$' },
        resources: anything,
      }),
      migration: closed({ deadlineSeconds: { type: 'integer', minimum: 60 }, resources: anything }),
      ingress: closed({
        enabled: { type: 'boolean' },
        className: named,
        tlsSecret: named,
        annotations: texts,
        roomAnnotations: texts,
      }),
      networkPolicy: closed({ enabled: { type: 'boolean' }, sites: peers, figures: peers }),
    }),
    required: ['image', 'settings', 'secrets', 'owner', 'files', 'processes', 'migration', 'ingress'],
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
