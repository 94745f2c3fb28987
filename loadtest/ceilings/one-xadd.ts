/**
 * Ceiling: the same Redis running a script of one XADD, which writes the fields of the product's own entry, one call a
 * bid, pipelined by the client's own pipelines. It judges nothing and keeps no state.
 */
import { Redis } from 'ioredis';
import { serveTasks } from '../lib/worker.ts';

const SCRIPT = `return redis.call('XADD', KEYS[1], '*', 'l', ARGV[1], 'person', ARGV[2], 'bidId', ARGV[3], 'amount', ARGV[4])`;
const PIPELINE = 64;

const redis = new Redis(process.env.REDIS_URL ?? '');
const key = `${process.env.REDIS_NAMESPACE}{one}:xadd`;
let sent = 0;

serveTasks({
  /** `depth` calls under way at once. */
  flood: async ({ milliseconds, depth }: { milliseconds: number; depth: number }) => {
    const sha = (await redis.script('LOAD', SCRIPT)) as string;
    await redis.del(key);
    const before = sent;
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const work = async () => {
      while (performance.now() < startedAt + milliseconds) {
        const pipeline = redis.pipeline();
        for (let i = 0; i < Math.min(PIPELINE, depth); i += 1) {
          sent += 1;
          pipeline.evalsha(sha, 1, key, '1', `b${(sent % 64) + 1}`, `engine-${sent}`, String(1_000 + sent));
        }
        const answers = (await pipeline.exec()) ?? [];
        const failed = answers.find(([error]) => error);
        if (failed?.[0]) throw failed[0];
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, Math.floor(depth / PIPELINE)) }, work));
    const took = performance.now() - startedAt;
    const used = process.cpuUsage(cpu);
    return { perSecond: (sent - before) / (took / 1_000), busy: (used.user + used.system) / (took * 1_000) };
  },
});
