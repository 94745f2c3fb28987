import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Seconds a file of the kind takes, roughly; one that is not named takes one. */
const USUAL_S: Readonly<Record<string, number>> = {
  e2e: 40,
  faults: 7,
  realtime: 3,
  property: 5,
  integration: 3,
};

/** Files that take far longer than others of their kind. */
const LONG_S: readonly (readonly [file: string, seconds: number])[] = [
  ['e2e/demo', 150],
  ['integration/processes', 50],
  ['integration/deposits', 25],
  ['integration/demo', 20],
  ['integration/security-hostile-input', 20],
  ['integration/auction-to-outcome', 15],
  ['contract/', 12],
];

const usualS = (file: TestSpecification): number =>
  LONG_S.find(([part]) => file.moduleId.includes(`/tests/${part}`))?.[1] ?? USUAL_S[file.project.name] ?? 1;
const seconds = (files: readonly TestSpecification[]): number =>
  files.reduce((sum, file) => sum + usualS(file), 0);

/** Long files first, so that no core is left with one when the others are through, and those with a browser far apart. */
export default class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const browsers = sorted.filter(({ project }) => project.name === 'e2e');
    browsers.sort((one, other) => usualS(other) - usualS(one));
    const others = sorted.filter((file) => !browsers.includes(file));
    others.sort((one, other) => usualS(other) - usualS(one));
    const apartS = seconds(others) / browsers.length;
    const order: TestSpecification[] = [];
    let behindS = 0;
    let nextAtS = 0;
    for (const file of others) {
      if (behindS >= nextAtS) {
        order.push(...browsers.splice(0, 1));
        nextAtS += apartS;
      }
      order.push(file);
      behindS += usualS(file);
    }
    return [...order, ...browsers];
  }
}
