import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { projectFile } from './project-files.ts';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const PARTS = ['People see', 'Look at', 'Do', 'Over when'];
const page = projectFile('docs/operations.md');
const rules = (
  parse(projectFile('deploy/observability/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const faults = (JSON.parse(projectFile('tests/faults/matrix.json')) as { id: string }[]).map(({ id }) => id);
const dashboard = JSON.parse(projectFile('deploy/observability/dashboard.json')) as {
  panels: { title: string; gridPos: { x: number; y: number }; targets?: { expr: string }[] }[];
};
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);

/** Sections of the runbook by their headings. */
function sectionsOf(text: string): Map<string, string> {
  const symptoms = /^## Symptoms\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  return new Map(
    symptoms
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const [heading = ''] = section.split('\n');
        return [heading, section];
      }),
  );
}

/** As GitHub makes an anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Which alerts and faults each section is for. */
const claimed = (section: string): { alerts: string[]; faults: string[] } => {
  const [, alerts = '', ofFaults = ''] = /^Alerts: (.*) · Faults: (.*)$/m.exec(section) ?? [];
  return { alerts: alerts.match(/Savdo\w+/g) ?? [], faults: ofFaults.match(/F\d+/g) ?? [] };
};

/** Metrics that a process exports: name and labels; of histograms what Prometheus stores of them. */
function exported(): Map<string, Set<string>> {
  const { registry } = createMetrics(
    'web',
    { totalCount: 0, idleCount: 0, waitingCount: 0 },
    { stalenessMs: () => 0, usable: () => true, counts: () => ({ replica: 1 }) },
  );
  const found = new Map<string, Set<string>>([['up', new Set(['job'])]]);
  for (const metric of registry.getMetricsAsArray()) {
    const {
      name,
      type,
      labelNames = [],
    } = metric as unknown as { name: string; type: string; labelNames?: string[] };
    const labels = new Set([...labelNames, 'process', 'instance', 'job']);
    for (const suffix of type === 'histogram' ? ['_count', '_sum'] : ['']) found.set(name + suffix, labels);
    if (type === 'histogram') found.set(`${name}_bucket`, new Set([...labels, 'le']));
  }
  return found;
}

/** What an expression names that no process exports. */
function unknownIn(expr: string, metrics: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const words = [
    ...expr.replaceAll(/"[^"]*"/g, '""').matchAll(/\b(up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()(?:\{([^}]*)\})?/g),
  ];
  const known = [...metrics.values()].flatMap((labels) => [...labels]);
  return words.flatMap(([, name = '', selector = '']) => {
    // A label in `by (…)`.
    if (known.includes(name)) return [];
    const labels = metrics.get(name);
    if (!labels) return [name];
    return [...selector.matchAll(/(\w+)\s*[=!]/g)].flatMap(([, label = '']) =>
      labels.has(label) ? [] : [`${name}{${label}}`],
    );
  });
}

describe('the runbook', () => {
  const sections = sectionsOf(page);

  it('has a section for each alert, which the alert leads to, and for each fault of the matrix', () => {
    const all = [...sections.values()].map(claimed);
    expect(all.flatMap((one) => one.faults).sort()).toEqual(faults.toSorted());
    for (const { alert, annotations } of rules) {
      const homes = [...sections].filter(([, section]) => claimed(section).alerts.includes(alert));
      const anchors = homes.map(([heading]) => `docs/operations.md#${anchorOf(heading)}`);
      expect(anchors, alert).toContain(annotations.runbook);
    }
    const known = new Set(rules.map(({ alert }) => alert));
    expect(all.flatMap((one) => one.alerts).filter((alert) => !known.has(alert))).toEqual([]);
  });

  it.each([...sections])(
    'says in "%s" what people see, what to look at, what to do and when it is over',
    (_, section) => {
      expect([...section.matchAll(/^- \*\*(.*?)\*\*/gm)].map(([, part]) => part)).toEqual(PARTS);
    },
  );
});

describe('alerts and dashboards', () => {
  const metrics = exported();

  it('name what processes export, and labels that it has', () => {
    expect(rules.length).toBeGreaterThan(20);
    expect(panels.length).toBeGreaterThan(15);
    for (const { alert, expr } of rules) expect(unknownIn(expr, metrics), alert).toEqual([]);
    for (const { title, expr } of panels) expect(unknownIn(expr, metrics), title).toEqual([]);
  });

  it('show every figure of the product, and each in a query of its own', () => {
    const own = [...metrics.keys()].filter(
      (name) => name.startsWith('savdo_') && !/_(sum|bucket)$/.test(name),
    );
    const shown = panels.map(({ expr }) => expr).join(' ');
    const hidden = own.map((name) => name.replace(/_count$/, '')).filter((name) => !shown.includes(name));
    expect(hidden).toEqual([]);
    // Of two vectors without labels `or` shows the first alone.
    expect(panels.filter(({ expr }) => / or /.test(expr))).toEqual([]);
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it.each([
    ['a metric that is not there', 'savdo_partition_held > 0', 'savdo_partition_held'],
    ['a histogram as a whole', 'rate(savdo_bid_answer_seconds[5m])', 'savdo_bid_answer_seconds'],
    ['a label that it does not have', 'savdo_outbox_waiting{queue="x"}', 'savdo_outbox_waiting{queue}'],
    ['one in an aggregation', 'sum by (channel) (rate(savdo_delivered_total[5m]))', 'savdo_delivered_total'],
  ])('are refused with %s', (_, expr, unknown) => {
    expect(unknownIn(expr, metrics)).toEqual([unknown]);
  });

  it('wake somebody for what people feel, and say so in a sentence', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(annotations.summary.length, alert).toBeGreaterThan(10);
    }
    // Every figure that calls itself an alarm has one.
    const alarms = [
      'savdo_rooms_broken',
      'savdo_partitions_held',
      'savdo_lots_held',
      'savdo_reach_lost_seconds',
    ];
    for (const name of [...alarms, 'savdo_ledger_broken_invariants', 'savdo_service_reachable'])
      expect(
        rules.some(({ expr }) => expr.includes(name)),
        name,
      ).toBe(true);
  });
});
