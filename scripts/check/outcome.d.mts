/** What tests, which are TypeScript, use of it. */
interface Test {
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  message?: string;
}
export interface Report {
  files: { file: string; ok: boolean; ms: number; message?: string; tests: Test[] }[];
  errors: { file: string | null; message: string }[];
}
export interface Run {
  status: number;
  report: Report | null;
}
export const MOST_REPEATED: number;
export function messagesOf(run: Run): Map<string, string>;
export function slowestFiles(run: Run, count: number): { file: string; ms: number }[];
export function filesToRepeat(run: Run): string[];
export function sumUp(
  run: Run,
  repeats?: Map<string, Run>,
): { passed: number; failed: string[]; skipped: number; flaky: string[] };
