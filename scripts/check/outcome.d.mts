/** What tests, which are TypeScript, use of it. */
export interface Report {
  files: { file: string; ok: boolean; tests: { name: string; state: 'passed' | 'failed' | 'skipped' }[] }[];
  errors: { file: string | null; message: string }[];
}
export interface Run {
  status: number;
  report: Report | null;
}
export const MOST_REPEATED: number;
export function filesToRepeat(run: Run): string[];
export function sumUp(
  run: Run,
  repeats?: Map<string, Run>,
): { passed: number; failed: string[]; skipped: number; flaky: string[] };
