import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A way to a server of this machine on which packets really get lost. */
export interface LossyWire {
  /** On 127.0.0.1; what is said to it passes the lossy network and reaches the server. */
  port: number;
  /** From now on this share of packets is lost, both ways, at random. */
  lose(percent: number): Promise<void>;
  /** Segments TCP had to send again so far: proof that packets were lost. */
  sentAgain(): Promise<number>;
  close(): Promise<void>;
}

const SELF = fileURLToPath(import.meta.url);
/** BPF: load a random word; below the bound the packet is dropped. */
const dropBelow = (bound: number) => `4,32 0 0 4294963256,53 0 1 ${bound},6 0 0 0,6 0 0 2`;

/** Why there can be no such network here; null where there can. */
function missing(): string | null {
  const tried = spawnSync(
    'unshare',
    [
      '-rn',
      'sh',
      '-c',
      `ip link set lo up && tc qdisc add dev lo clsact && tc filter add dev lo ingress bpf da bytecode "${dropBelow(1)}"`,
    ],
    { encoding: 'utf8' },
  );
  if (tried.status === 0) return null;
  const said = (tried.error?.message ?? tried.stderr).trim().split('\n').at(-1);
  return `no network namespace with packet loss can be made here: ${said}`;
}

/** The ends meet in files, which a network namespace does not hide: local port → file → lossy loopback → file → server. */
export async function startLossyWire(targetPort: number): Promise<LossyWire | { refused: string }> {
  const refused = missing();
  if (refused) return { refused };
  const folder = mkdtempSync(path.join(tmpdir(), 'lossy-'));
  const ends = { entry: path.join(folder, 'entry'), exit: path.join(folder, 'exit') };
  const sockets = new Set<Socket>();
  const exit = bridge(sockets, () => connect(targetPort, '127.0.0.1')).listen(ends.exit);
  await once(exit, 'listening');
  const child = spawn('unshare', ['-rn', process.execPath, SELF], {
    env: { ...process.env, SAVDO_TEST_WIRE: JSON.stringify(ends) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await answerOf(child);
  const entry = bridge(sockets, () => connect(ends.entry)).listen(0, '127.0.0.1');
  await once(entry, 'listening');
  const ask = (message: object): Promise<number> => {
    const answer = answerOf(child);
    child.send(message);
    return answer;
  };
  return {
    port: (entry.address() as AddressInfo).port,
    lose: async (percent) => void (await ask({ lose: percent })),
    sentAgain: () => ask({ tell: 'sent again' }),
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      for (const socket of sockets) socket.destroy();
      entry.close();
      exit.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answerOf(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the lossy network ended');
  });
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [number];
  return answer;
}

/** Joins each connection it is given with one of its own; when one ends, so does the other. */
function bridge(sockets: Set<Socket>, onwards: () => Socket): Server {
  return createServer((from) => {
    const to = onwards();
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('data', (bytes) => other.write(bytes));
      // Whatever ended it, the other side sees an end.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
}

const run = (program: string, ...args: string[]): void => {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
};

/** What the child does, in a network namespace of its own. */
async function main({ entry, exit }: { entry: string; exit: string }): Promise<void> {
  run('ip', 'link', 'set', 'lo', 'up');
  run('tc', 'qdisc', 'add', 'dev', 'lo', 'clsact');
  const sockets = new Set<Socket>();
  const inner = bridge(sockets, () => connect(exit)).listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const { port } = inner.address() as AddressInfo;
  const outer = bridge(sockets, () => connect(port, '127.0.0.1')).listen(entry);
  await once(outer, 'listening');
  let lossy = false;
  process.on('message', ({ lose }: { lose?: number }) => {
    if (lose === undefined) return void process.send?.(segmentsSentAgain());
    if (lossy) run('tc', 'filter', 'del', 'dev', 'lo', 'ingress');
    lossy = lose > 0;
    const bound = Math.round((lose / 100) * 2 ** 32);
    if (lossy) run('tc', 'filter', 'add', 'dev', 'lo', 'ingress', 'bpf', 'da', 'bytecode', dropBelow(bound));
    process.send?.(0);
  });
  // Whoever started it was killed.
  process.once('disconnect', () => process.exit(0));
  process.send?.(0);
}

function segmentsSentAgain(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'));
  return Number(values.split(' ')[names.split(' ').indexOf('RetransSegs')]);
}

if (process.env.SAVDO_TEST_WIRE && process.argv[1] === SELF)
  await main(JSON.parse(process.env.SAVDO_TEST_WIRE) as { entry: string; exit: string });
