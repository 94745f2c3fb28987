import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { FaultsFired } from '../fixtures/fault.ts';

interface FaultRow {
  id: string;
  fault: string;
  expected: string;
  files: string[];
  /** Why nothing here injects it. */
  notRun?: string;
}

export type Verdict = 'survived' | 'violated' | 'not run';

export interface FaultResult {
  id: string;
  fault: string;
  verdict: Verdict;
  fired: number;
  /** Names of the tests, or why there were none. */
  detail: string;
}

const ROWS = JSON.parse(
  readFileSync(new URL('./matrix.json', import.meta.url), 'utf8'),
) as readonly FaultRow[];

/** What one test says of the faults its name carries. */
interface Said {
  name: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  note: string;
  fired: FaultsFired;
}

/** The verdict of each fault: violated by any failure, survived where it fired and all passed, otherwise not run. */
export function verdicts(rows: readonly FaultRow[], said: readonly Said[]): FaultResult[] {
  return rows.map(({ id, fault, notRun }) => {
    const named = new RegExp(`\\b${id}\\b`);
    const tests = said.filter(({ name }) => named.test(name));
    const failed = tests.filter(({ state }) => state === 'failed');
    const fired = tests.reduce((sum, test) => sum + (test.fired[id] ?? 0), 0);
    const row = { id, fault, fired };
    if (failed.length > 0)
      return { ...row, verdict: 'violated', detail: failed.map(({ name }) => name).join('; ') };
    const passed = tests.filter((test) => test.state === 'passed' && (test.fired[id] ?? 0) > 0);
    if (passed.length > 0)
      return { ...row, verdict: 'survived', detail: passed.map(({ name }) => name).join('; ') };
    const note = tests.find((test) => test.note !== '')?.note;
    return { ...row, verdict: 'not run', detail: note ?? (notRun || 'no test of this run injects it') };
  });
}

const saidBy = (test: TestCase): Said => {
  const result = test.result();
  return {
    name: test.fullName,
    state: result.state,
    note: result.state === 'skipped' ? (result.note ?? '') : '',
    fired: (test.meta() as { faults?: FaultsFired }).faults ?? {},
  };
};

const WIDTH = 56;
const cut = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text);

/** Prints the matrix after the run: which fault was injected how often, and what came of it. */
export default class MatrixReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const wanted = process.env.SAVDO_FAULTS?.split(',');
    const rows = wanted ? ROWS.filter(({ id }) => wanted.includes(id)) : ROWS;
    const said = modules.flatMap((module) => [...module.children.allTests()].map(saidBy));
    const results = verdicts(rows, said);
    const lines = results.map(({ id, fault, verdict, fired, detail }) => {
      const why =
        verdict === 'survived' ? `fired ${fired} ×` : verdict === 'violated' ? detail : `because ${detail}`;
      return `${id.padEnd(5)}${cut(fault).padEnd(WIDTH + 2)}${verdict.padEnd(10)}${why}`;
    });
    const count = (verdict: Verdict) => results.filter((each) => each.verdict === verdict).length;
    process.stdout.write(
      `\n${lines.join('\n')}\n\n${count('survived')} survived, ${count('violated')} violated, ${count('not run')} not run\n`,
    );
    if (process.env.SAVDO_FAULTS_JSON === '1')
      process.stdout.write(`${JSON.stringify({ faults: results })}\n`);
  }
}
