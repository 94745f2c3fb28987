import { ConfigProblem, loadConfig, type Config } from '#server/platform/config/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import type { Command } from '#server/platform/modules/index.ts';
import { lookAtAddresses } from './addresses.ts';
import { good, looked, problem, type Finding } from './finding.ts';
import { lookAtFiles, lookAtSettings } from './planned-settings.ts';
import { lookAtProcesses, lookAtStaff } from './present.ts';
import { lookAtReplica } from './replica.ts';
import {
  lookAtClocks,
  lookAtFoundation,
  lookAtPersistence,
  lookAtPurpose,
  lookAtServers,
} from './servers.ts';

const LEAST_NODE = 26;
const STATEMENT_MS = 10_000;

const MARKS = { good: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const;

const lookAtNode = (version: string): Finding =>
  Number.parseInt(version) >= LEAST_NODE
    ? good(`Node.js ${version}`)
    : problem(`Node.js is ${version}: servers need ${LEAST_NODE} or newer`);

/** Everything that can be looked at from this machine; nothing is changed. */
async function diagnose(config: Config): Promise<Finding[]> {
  const database = createDatabase({
    url: config.databaseUrl,
    poolSize: 4,
    name: 'savdo_doctor',
    limits: { statementMs: STATEMENT_MS },
  });
  const { pool } = database;
  const auction = config.auctionRedisUrl.split(',');
  const redis = [...new Set([...auction, config.jobsRedisUrl])];
  try {
    const found = [
      lookAtSettings(config),
      await looked('files', () => lookAtFiles(config.files)),
      await looked('postgresql', () => lookAtFoundation(config, pool)),
      await looked('what the database is for', () => lookAtPurpose(config, pool)),
      await lookAtServers(config, database),
      await looked('the read replica', () => lookAtReplica(config, pool, { statementMs: STATEMENT_MS })),
      await looked('persistence of the auction redis', () => lookAtPersistence(auction)),
      await looked('clocks', () => lookAtClocks(redis, pool)),
      config.installed ? await looked('addresses', () => lookAtAddresses(config)) : [],
      await looked('processes', () => lookAtProcesses({ shipped: config.signIn.shipped }, pool)),
      await looked('staff', () => lookAtStaff(pool)),
    ];
    // Two looks may find the same.
    const all = [...new Map(found.flat().map((one) => [`${one.state} ${one.text}`, one])).values()];
    const problems = new Set(all.flatMap(({ state, text }) => (state === 'problem' ? [text] : [])));
    // What is refused here may be a warning of the servers as well.
    return all.filter(({ state, text }) => state !== 'warning' || !problems.has(text));
  } finally {
    await database.close();
  }
}

/** Looks at a planned or a running installation; without problems it ends with 0. */
export const doctorCommand: Command<unknown> = {
  name: 'doctor',
  usage: 'doctor',
  about:
    'looks at settings, servers, files, clocks, processes and staff, says what to do, and changes nothing',
  async run({ args, out }) {
    if (args.length > 0) {
      out.error('usage: doctor');
      return 2;
    }
    const found = [lookAtNode(process.versions.node)];
    try {
      found.push(...(await diagnose(loadConfig())));
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      // The answer itself: servers are looked at once their addresses can be trusted.
      found.push(...error.problems.map(problem));
    }
    for (const { state, text } of found) out.line(`${MARKS[state]}${text}`);
    const problems = found.filter(({ state }) => state === 'problem').length;
    out.line(problems === 0 ? 'No problems were found.' : `${problems} to mend.`);
    return problems === 0 ? 0 : 1;
  },
};
