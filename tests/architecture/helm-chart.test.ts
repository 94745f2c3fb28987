import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parseAllDocuments, parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { PROCESS_TYPES } from '#server/platform/config/index.ts';
import { chartSecrets, chartSettings } from './chart-values-schema.ts';
import { parseCompose } from './compose-file.ts';
import { projectFile } from './project-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHART = 'deploy/helm/savdo';
const VALUES = 'tests/fixtures/chart/values.yaml';
const RENDERED = 'tests/fixtures/chart/rendered.yaml';
const ARGUMENTS = ['template', 'savdo', CHART, '--values', VALUES];

interface Container {
  name: string;
  command?: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string }[];
  readinessProbe?: { httpGet: { path: string; port: string } };
  livenessProbe?: { httpGet: { path: string; port: string } };
  startupProbe?: { httpGet: { path: string; port: string } };
}
interface Pod {
  securityContext: Record<string, unknown>;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  containers: [Container];
  volumes: { name: string; secret?: { secretName: string; items: { key: string }[] } }[];
}
interface Thing {
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: {
    replicas?: number;
    maxUnavailable?: number;
    selector?: { matchLabels: Record<string, string> };
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
    jobTemplate?: { spec: { template: { spec: Pod } } };
    strategy?: { type: string };
    minReplicas?: number;
    scaleTargetRef?: { kind: string; name: string };
    metrics?: { pods: { metric: { name: string } } }[];
    rules?: { host: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
  };
}

/** What the chart consists of, as one digest: the rendered file says of which chart it is. */
function chartDigest(): string {
  const names = readdirSync(path.join(ROOT, CHART), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    // What it accepts is compared by itself, below.
    .filter((name) => !name.endsWith('values.schema.json'))
    .sort();
  const hash = createHash('sha256');
  for (const name of [...names, VALUES]) hash.update(`${name}\n${projectFile(name)}`);
  return hash.digest('hex');
}

const parsed = (text: string): Thing[] =>
  parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS() as Thing;
  });

const rendered = projectFile(RENDERED);
const things = parsed(rendered);
const of = (kind: string) => things.filter((one) => one.kind === kind);
const types = PROCESS_TYPES.filter((type) => type !== 'demo').sort();
const workloads = [...of('Deployment'), ...of('Job'), ...of('CronJob')];
const podOf = ({ spec }: Thing) => (spec.template ?? spec.jobTemplate!.spec.template).spec;
const deployment = (type: string) =>
  of('Deployment').find(({ metadata }) => metadata.name === `savdo-${type}`)!;
const [scaler] = of('HorizontalPodAutoscaler') as [Thing];
const environment = (thing: Thing) =>
  new Map(podOf(thing).containers[0].env.map(({ name, value }) => [name, value]));

const schema = JSON.parse(projectFile(`${CHART}/values.schema.json`)) as object;
const accepts = new Ajv({ strict: false }).compile(schema);
const defaults = parse(projectFile(`${CHART}/values.yaml`)) as Record<string, Record<string, unknown>>;
const values = (settings: Record<string, unknown>, more: object = {}) => ({
  ...defaults,
  ...more,
  settings: { ...defaults['settings'], ...settings },
});
const ADDRESSES = { PUBLIC_URL: 'https://a.example.uz', IDENTITY_URL: 'https://id.a.example.uz' };

const HELM = spawnSync('helm', ['version'], { encoding: 'utf8' });

describe('the Helm chart', () => {
  it('is the one whose rendered form is stored', () => {
    expect(
      rendered.split('\n', 1)[0],
      `render it again: helm ${ARGUMENTS.join(' ')}, into ${RENDERED} below this line`,
    ).toBe(`# sha256 of chart and values: ${chartDigest()}`);
  });

  it.skipIf(HELM.error !== undefined)('is rendered by helm as stored, and passes its lint', () => {
    const { status, stdout, stderr } = spawnSync('helm', ARGUMENTS, { cwd: ROOT, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(parsed(stdout)).toEqual(things);
    const lint = spawnSync('helm', ['lint', '--strict', CHART, '--values', VALUES], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(lint.status, lint.stdout + lint.stderr).toBe(0);
  });

  it('is of the release it is part of', () => {
    const chart = parse(projectFile(`${CHART}/Chart.yaml`)) as Record<string, string>;
    const { version } = JSON.parse(projectFile('package.json')) as { version: string };
    expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
  });

  it('has every process of an installation, each with its budget of disruptions', () => {
    const started = of('Deployment').flatMap((one) => environment(one).get('PROCESSES') ?? []);
    expect(started.sort()).toEqual(types);
    for (const type of types) {
      const { spec, metadata } = deployment(type);
      expect(environment(deployment(type)).get('PROCESSES'), metadata.name).toBe(type);
      expect(spec.template!.metadata.labels, type).toMatchObject(spec.selector!.matchLabels);
      const budget = of('PodDisruptionBudget').find((one) => one.metadata.name === metadata.name);
      expect(budget?.spec, type).toEqual({ maxUnavailable: 1, selector: spec.selector });
      const { replicas, minReplicas } = { ...scaler.spec, ...spec };
      expect(type === 'web' ? minReplicas : replicas, type).toBeGreaterThanOrEqual(2);
    }
  });

  it('asks health where each process answers it, and readiness of pages alone', () => {
    for (const type of types) {
      const [container] = podOf(deployment(type)).containers;
      const port = type === 'web' ? 'site' : 'health';
      const { startupProbe, livenessProbe, readinessProbe } = container;
      expect(startupProbe?.httpGet).toEqual({ path: '/healthz', port });
      expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port });
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port });
      const given = environment(deployment(type));
      const ports = Object.fromEntries(container.ports!.map((one) => [one.name, String(one.containerPort)]));
      expect(ports[port]).toBe(given.get(type === 'web' ? 'PORT' : 'ADMIN_PORT'));
      expect(ports['site']).toBe(given.get(type === 'web' ? 'PORT' : 'IDENTITY_PORT'));
    }
  });

  it('waits for the orderly stop longer than Docker does', () => {
    const grace = parseCompose(projectFile('docker-compose.yml')).services['app']?.stop_grace_period;
    for (const one of of('Deployment'))
      expect(`${podOf(one).terminationGracePeriodSeconds! - 5}s`, one.metadata.name).toBe(grace);
  });

  it('names no setting that is not in the table, and no secret other than as a file that is mounted', () => {
    const own = ['PROCESSES', 'HOST', 'PORT', 'ADMIN_PORT', 'IDENTITY_PORT', 'DATA_FOLDER', 'FILES_FOLDER'];
    const files = [...chartSecrets, 'MIGRATION_DATABASE_URL', 'BACKUP_DATABASE_URL'].map(
      (name) => `${name}_FILE`,
    );
    const known = new Set([...chartSettings, ...own, ...files, 'NODE_EXTRA_CA_CERTS']);
    for (const one of workloads) {
      const { containers, volumes } = podOf(one);
      for (const [name, value] of environment(one)) {
        expect(known, `${one.metadata.name} ${name}`).toContain(name);
        if (!files.includes(name)) continue;
        const mount = containers[0].volumeMounts.find(({ mountPath }) => path.dirname(value) === mountPath);
        const volume = volumes.find((each) => each.name === mount?.name);
        expect(
          volume?.secret?.items.map(({ key }) => key),
          name,
        ).toContain(path.basename(value));
      }
    }
  });

  it("gives the owner's address to the migration step alone, which runs before everything else", () => {
    const owners = workloads.filter((one) =>
      podOf(one).volumes.some(({ secret }) => secret?.secretName === 'savdo-owner'),
    );
    expect(owners.map(({ kind }) => kind)).toEqual(['Job']);
    expect(owners[0]!.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(podOf(owners[0]!).containers[0].command).toEqual(
      parseCompose(projectFile('docker-compose.yml')).services['migrate']!.command,
    );
  });

  it('takes backups as the units of one machine do, with a role that those alone have, one follower at a time', () => {
    const [taking] = of('CronJob') as [Thing];
    const following = deployment('backup-follower');
    expect(following.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    for (const [one, unit] of [
      [taking, 'savdo-backup.service'],
      [following, 'savdo-backup-follow.service'],
    ] as const) {
      const { command = [], volumeMounts } = podOf(one).containers[0];
      const written = projectFile(`deploy/systemd/${unit}`).match(/cli\.mjs (backup .*)$/m)![1]!;
      const asUnit = written
        .replace('/srv/savdo-backup', '/backup')
        .replace('/etc/savdo/secrets', '/run/secrets/backup');
      expect(command.join(' ')).toBe(`cli ${asUnit}`);
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/backup');
    }
    const replicating = workloads.filter((one) => environment(one).has('BACKUP_DATABASE_URL_FILE'));
    expect(new Set(replicating)).toEqual(new Set([taking, following]));
  });

  it('scales web processes, whose number it then leaves alone, by figures that they have', () => {
    expect(scaler.spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'savdo-web' });
    expect(deployment('web').spec.replicas).toBeUndefined();
    const shown = projectFile('deploy/observability/dashboard.json');
    for (const { pods } of scaler.spec.metrics!) expect(shown).toContain(pods.metric.name);
  });

  it('runs everything as an unprivileged user on a read-only file system', () => {
    for (const one of workloads) {
      const pod = podOf(one);
      expect(pod.automountServiceAccountToken, one.metadata.name).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(pod.containers[0].securityContext, one.metadata.name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('leads both names to services that exist, rooms with bids that may be sent again, and binds nobody to a pod', () => {
    const services = of('Service').map(({ metadata }) => metadata.name);
    const routes = of('Ingress').flatMap(({ spec, metadata }) =>
      spec.rules!.flatMap(({ host, http }) =>
        http.paths.map((each) => [metadata.name, host, each.path, each.backend.service.name]),
      ),
    );
    expect(routes.sort()).toEqual([
      ['savdo-identity', 'id.auction.example.uz', '/', 'savdo-identity'],
      ['savdo-rooms', 'auction.example.uz', '/api/shop/game-view/', 'savdo-web'],
      ['savdo-rooms', 'auction.example.uz', '/socket.io/', 'savdo-web'],
      ['savdo-web', 'auction.example.uz', '/', 'savdo-web'],
    ]);
    for (const [, , , service] of routes) expect(services).toContain(service);
    expect(rendered).not.toMatch(/affinity: *["']?cookie|sessionAffinity|sticky/);
  });
});

describe('values of the chart', () => {
  it('are accepted with the two addresses, or with the address and another sign-in', () => {
    expect(accepts(values(ADDRESSES)), JSON.stringify(accepts.errors)).toBe(true);
    expect(accepts(values({ PUBLIC_URL: ADDRESSES.PUBLIC_URL, OIDC_ISSUER: 'https://id.example.uz' }))).toBe(
      true,
    );
  });

  it.each<[string, object]>([
    ['no address', values({})],
    ['an address without TLS', values({ ...ADDRESSES, PUBLIC_URL: 'http://a.example.uz' })],
    ['a setting that nothing reads', values({ ...ADDRESSES, PUBLIC_URLS: 'https://a.example.uz' })],
    ['a secret in plain sight', values({ ...ADDRESSES, SESSION_SECRET: 'x'.repeat(40) })],
    ['a number, which Helm would print in its own way', values({ ...ADDRESSES, REFUND_MAX_TIYIN: 5e11 })],
    ['what the chart sets itself', values({ ...ADDRESSES, PROCESSES: 'web' })],
    ['a process type that does not exist', values(ADDRESSES, { processes: { webs: { replicas: 1 } } })],
    ['no address of the database', values(ADDRESSES, { secrets: { name: 'savdo', files: {} } })],
  ])('are refused with %s', (_, given) => {
    expect(accepts(given)).toBe(false);
  });
});
