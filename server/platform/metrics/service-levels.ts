import { Counter, Gauge, type Registry } from 'prom-client';
import { SERVICE_LEVELS } from '#shared/status/service-levels.ts';

export function serviceLevelsCounter(registers: Registry[]) {
  const counter = new Counter({
    name: 'savdo_service_level_total',
    help: 'Cases of each service level, good and bad; hammers and deposits are counted by each worker, all of them',
    labelNames: ['level', 'result'],
    registers,
  });
  // A rate is known from the first bad case only where there was a 0 before it.
  for (const { name } of SERVICE_LEVELS)
    for (const result of ['good', 'bad']) counter.inc({ level: name, result }, 0);
  return counter;
}

export function serviceLevelBudgets(registers: Registry[]) {
  const gauge = new Gauge({
    name: 'savdo_service_level_budget',
    help: 'Share of bad cases that each service level allows',
    labelNames: ['level'],
    registers,
  });
  for (const { name, promisedPerMille } of SERVICE_LEVELS)
    gauge.set({ level: name }, (1_000 - promisedPerMille) / 1_000);
  return gauge;
}
