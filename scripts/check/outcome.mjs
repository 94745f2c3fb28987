/**
 * What a run of tests came to. A report is what tests/fixtures/outcome-reporter.ts writes: files with their tests, and
 * unhandled errors with the file they came from, where that is known.
 * @typedef {{name: string, state: 'passed' | 'failed' | 'skipped', message?: string}} Test
 * @typedef {{file: string, ok: boolean, ms: number, message?: string, tests: Test[]}} TestFile `ok`: loaded, and nothing in it failed
 * @typedef {{files: TestFile[], errors: {file: string | null, message: string}[]}} Report
 * @typedef {{status: number, report: Report | null}} Run status: exit code
 */

/** More files than that are no accident of the moment: none of them is repeated. */
export const MOST_REPEATED = 20;

const LOADING = 'loading the file';
const UNHANDLED = 'unhandled error';

/** Every test by its name, and by its turn where a name occurs twice; what concerns the whole file is a test of its own. */
function testsOf(report, file) {
  const states = new Map();
  const entry = report?.files.find((one) => one.file === file);
  for (const { name, state } of entry?.tests ?? []) {
    let key = name;
    for (let turn = 2; states.has(key); turn += 1) key = `${name} (${turn})`;
    states.set(key, state);
  }
  const anyFailed = [...states.values()].includes('failed');
  if (!entry || (!entry.ok && !anyFailed)) states.set(LOADING, 'failed');
  if (report?.errors.some((error) => error.file === file)) states.set(UNHANDLED, 'failed');
  return states;
}

/** Of a run of this file alone: whatever it ended with is its own. */
function testsAlone({ status, report }, file) {
  const states = testsOf(report, file);
  if (status !== 0 && ![...states.values()].includes('failed')) states.set(UNHANDLED, 'failed');
  return states;
}

/** What failures said, by their names as `sumUp` gives them. */
export function messagesOf({ report }) {
  const messages = new Map();
  for (const { file, message, tests } of report?.files ?? []) {
    if (message) messages.set(`${file} > ${LOADING}`, message);
    for (const test of tests)
      if (test.message && !messages.has(`${file} > ${test.name}`))
        messages.set(`${file} > ${test.name}`, test.message);
  }
  for (const { file, message } of report?.errors ?? [])
    if (file !== null) messages.set(`${file} > ${UNHANDLED}`, message);
  return messages;
}

/** The files that took longest, ms; those of other workers ran at the same time. */
export const slowestFiles = ({ report }, count) =>
  [...(report?.files ?? [])]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ file, ms }) => ({ file, ms }));

/** Files in which something failed, in the order of the report. */
export function filesToRepeat({ report }) {
  if (!report) return [];
  const failed = report.files.filter(({ ok }) => !ok).map(({ file }) => file);
  const files = [...new Set([...failed, ...report.errors.flatMap(({ file }) => file ?? [])])];
  return files.length > MOST_REPEATED ? [] : files;
}

/** In one of two runs it passed, or there was nothing of the kind: the file loaded, no error was left unhandled. */
function merged(first, second, name) {
  const before = first.get(name);
  const after = second.get(name);
  const wholeFile = name === LOADING || name === UNHANDLED;
  const states = wholeFile ? [before ?? 'passed', after ?? 'passed'] : [before, after];
  if (!states.includes('failed')) return before ?? after;
  return states.includes('passed') ? 'flaky' : 'failed';
}

/**
 * Sums a run up, with the repeats of its failed files: what passed in either run has passed.
 * @param {Run} run
 * @param {Map<string, Run>} repeats by file
 * @returns {{passed: number, failed: string[], skipped: number, flaky: string[]}} names as `FILE > TEST`
 */
export function sumUp(run, repeats = new Map()) {
  const sum = { passed: 0, failed: [], skipped: 0, flaky: [] };
  const files = new Set([...(run.report?.files.map(({ file }) => file) ?? []), ...repeats.keys()]);
  for (const file of files) {
    const first = testsOf(run.report, file);
    const repeat = repeats.get(file);
    const second = repeat ? testsAlone(repeat, file) : first;
    for (const name of new Set([...first.keys(), ...second.keys()])) {
      const state = merged(first, second, name);
      const isTest = name !== LOADING && name !== UNHANDLED;
      if (state === 'failed') sum.failed.push(`${file} > ${name}`);
      else if (state === 'skipped') sum.skipped += 1;
      else if (isTest) sum.passed += 1;
      if (state === 'flaky') sum.flaky.push(`${file} > ${name}`);
    }
  }
  const unknown = run.report?.errors.filter(({ file }) => file === null) ?? [];
  sum.failed.push(...unknown.map(({ message }) => `${UNHANDLED} > ${message}`));
  const explained = sum.failed.length + sum.flaky.length > 0;
  if (!run.report) sum.failed.push('the run wrote no report');
  else if (run.status !== 0 && !explained) sum.failed.push(`the run ended with ${run.status}`);
  else if (sum.passed === 0 && !explained) sum.failed.push('no test ran');
  return sum;
}
