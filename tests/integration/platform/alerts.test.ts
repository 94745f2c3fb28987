import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { projectFile } from '../../architecture/project-files.ts';

const PROMTOOL = process.env.PROMTOOL ?? '/usr/bin/promtool';
const RULES = path.resolve(import.meta.dirname, '../../../deploy/observability/alerts.yml');
/** Long enough for every rule, the slowest of which waits for an hour. */
const AFTER = '90m';

/** One series a line, `from+step×times` as promtool writes it. */
interface Cause {
  /** The alert fires. */
  bad: Record<string, string>;
  /** It does not. */
  good: Record<string, string>;
}

const still = (series: string, bad: number, good: number): Cause => ({
  bad: { [series]: `${bad}x90` },
  good: { [series]: `${good}x90` },
});
/** A histogram whose calls of each minute are all below `good`, or below no bound but the last. */
const slow = (name: string, bound: string): Cause => ({
  bad: {
    [`${name}_bucket{le="${bound}"}`]: '0+0x90',
    [`${name}_bucket{le="3"}`]: '0+60x90',
    [`${name}_bucket{le="+Inf"}`]: '0+60x90',
  },
  good: {
    [`${name}_bucket{le="${bound}"}`]: '0+60x90',
    [`${name}_bucket{le="3"}`]: '0+60x90',
    [`${name}_bucket{le="+Inf"}`]: '0+60x90',
  },
});
const grows = (series: string): Cause => ({ bad: { [series]: '0+10x90' }, good: { [series]: '7x90' } });

/** Of a thousand bids a minute, how many are late where it fires and where it does not. */
const serviceLevel = (late: Record<'bad' | 'good', number>): Cause => {
  const series = (count: number) => ({
    'savdo_service_level_budget{level="bids"}': '0.001x90',
    'savdo_service_level_total{level="bids",result="bad"}': `0+${count}x90`,
    'savdo_service_level_total{level="bids",result="good"}': `0+${1_000 - count}x90`,
  });
  return { bad: series(late.bad), good: series(late.good) };
};

/** What makes each alert fire, and what does not. */
const CAUSES: Record<string, Cause> = {
  SavdoProcessDown: still('up{job="savdo",instance="a"}', 0, 1),
  SavdoServiceUnreachable: still('savdo_service_reachable{service="postgresql"}', 0, 1),
  SavdoBidsHeld: still('savdo_partitions_held', 2, 0),
  SavdoBidsUnreachable: still('savdo_reach_lost_seconds', 3, 0),
  SavdoRoomsStalled: still('savdo_rooms_stalled_for_reach', 1, 0),
  SavdoCommitsFailing: still('savdo_journal_commits_failing_seconds', 2, 0),
  SavdoClocksApart: still('savdo_clocks_apart_seconds', -1, 0.1),
  SavdoFeedSilent: still('savdo_feed_silent_seconds', 9, 1),
  SavdoLotsHeld: still('savdo_lots_held', 1, 0),
  SavdoRoomsBroken: still('savdo_rooms_broken', 1, 0),
  SavdoLedgerBroken: still('savdo_ledger_broken_invariants', 1, 0),
  SavdoHammersLate: slow('savdo_close_delay_seconds', '1'),
  SavdoBidsSlow: slow('savdo_bid_answer_seconds', '0.1'),
  SavdoRequestsFail: {
    bad: {
      'savdo_http_request_seconds_count{status="200"}': '0+90x90',
      'savdo_http_request_seconds_count{status="503"}': '0+10x90',
    },
    good: {
      'savdo_http_request_seconds_count{status="200"}': '0+9990x90',
      'savdo_http_request_seconds_count{status="503"}': '0+10x90',
    },
  },
  SavdoRedisNearlyFull: still('savdo_auction_redis_memory_share{server="a"}', 0.9, 0.5),
  SavdoDatabasePoolSmall: still('savdo_database_pool{state="waiting"}', 3, 0),
  SavdoReadReplicaUnread: still('savdo_read_replica_usable', 0, 1),
  SavdoOutboxWaits: still('savdo_outbox_waiting', 500, 3),
  SavdoJobsFailed: still('savdo_jobs_waiting{queue="events",state="failed"}', 1, 0),
  SavdoFiguresSilent: {
    bad: { 'savdo_figure_age_seconds{figure="savdo_rooms"}': '90x90' },
    // Read once an hour.
    good: { 'savdo_figure_age_seconds{figure="savdo_ledger_broken_invariants"}': '3000x90' },
  },
  SavdoMessagesGivenUp: grows('savdo_deliveries_total{channel="sms",result="given-up"}'),
  SavdoProviderForged: grows('savdo_provider_calls_total{provider="payme",call="forged",result="password"}'),
  SavdoProviderBooksDiffer: grows(
    'savdo_provider_calls_total{provider="payme",call="reconcile",result="amount"}',
  ),
  // The budget is one case in a thousand: two in a hundred are too fast, eight in a thousand too slow for a page.
  SavdoServiceLevelFast: serviceLevel({ bad: 20, good: 8 }),
  SavdoServiceLevelSlow: serviceLevel({ bad: 8, good: 1 }),
  SavdoCodesUnused: still('savdo_codes_entered_share', 0.05, 0.8),
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the alert fires for series that stay so, as Prometheus itself evaluates the rules. */
function fires(alert: string, series: Record<string, string>): boolean {
  const file = path.join(folder, 'test.yml');
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    // Expects none: what is there is printed.
    alert_rule_test: [{ eval_time: AFTER, alertname: alert, exp_alerts: [] }],
  };
  writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' });
  if (status !== 0 && !/got:\[\s*0:/.test(stdout + stderr)) throw new Error(stdout + stderr);
  return status !== 0;
}

describe('alerts', () => {
  const { groups } = parse(projectFile('deploy/observability/alerts.yml')) as {
    groups: { rules: { alert: string }[] }[];
  };

  it('all have a cause here', () => {
    expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()).toEqual(
      Object.keys(CAUSES).sort(),
    );
  });

  it.skipIf(!existsSync(PROMTOOL)).each(Object.entries(CAUSES))(
    '%s fires for its cause, and does not without it',
    (alert, { bad, good }) => {
      expect(fires(alert, bad)).toBe(true);
      expect(fires(alert, good)).toBe(false);
    },
  );
});
