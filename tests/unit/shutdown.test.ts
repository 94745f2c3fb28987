import { describe, expect, test } from 'vitest';
import { createShutdown } from '#server/platform/shutdown/index.ts';

describe('the shutdown', () => {
  test('ends what was built last first, one after the other', async () => {
    const order: string[] = [];
    const shutdown = createShutdown(() => undefined);
    for (const name of ['database', 'journal', 'sockets']) {
      shutdown.add(name, async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
      });
    }
    await shutdown.run();
    expect(order).toEqual([
      'sockets begins',
      'sockets ends',
      'journal begins',
      'journal ends',
      'database begins',
      'database ends',
    ]);
  });

  test('names a step that fails or hangs and goes on with the others', async () => {
    const reported: string[] = [];
    const done: string[] = [];
    const shutdown = createShutdown((name, problem) =>
      reported.push(`${name}: ${(problem as Error).message}`),
    );
    shutdown.add('last', () => void done.push('last'));
    shutdown.add('hangs', () => new Promise(() => undefined), 20);
    shutdown.add('fails', () => {
      throw new Error('no');
    });
    await shutdown.run();
    expect(reported).toEqual(['fails: no', 'hangs: took longer than 20 ms']);
    expect(done).toEqual(['last']);
  });

  test('runs once, however often it is asked', async () => {
    let times = 0;
    const shutdown = createShutdown(() => undefined);
    shutdown.add('step', () => void (times += 1));
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(times).toBe(1);
    expect(shutdown.started).toBe(true);
  });
});
