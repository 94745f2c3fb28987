import { afterAll, expect, test } from 'vitest';
import { projectFile } from '../../architecture/project-files.ts';
import { machineMissing, startMachine, type Machine } from '../../fixtures/installation/machine.ts';
import { stepsOf, type PageStep } from '../../fixtures/installation/page-steps.ts';

const PLACE_A_BID = 'tests/fixtures/installation/place-a-bid.ts';
const UPGRADE = 'Upgrade';
const BUILD = 'npm run build';

let machine: Machine | undefined;
afterAll(() => machine?.stop());

/** Carries the steps out in their order, and returns what they printed. */
function carryOut(on: Machine, steps: readonly PageStep[]): string {
  let printed = '';
  for (const step of steps) {
    if (step.kind === 'commands') printed += on.run(step.text);
    if (step.kind === 'file') on.write(step.file, step.text);
  }
  return printed;
}

/** Both releases have the same sources here: what was built for the first by the page's command is that of the next. */
const withBuilds = (step: PageStep): PageStep => ({
  ...step,
  text: step.text.replace(
    BUILD,
    'cp -a /opt/savdo-1/client/dist client/dist && cp -a /opt/savdo-1/server/dist server/dist',
  ),
});

test('the page leads from bare machines to a site that takes a bid through TLS, and to the next release', async (ctx) => {
  const missing = machineMissing();
  if (missing) ctx.skip(missing);
  const steps = stepsOf(projectFile('docs/installation.md'));
  // What no test can ask: package sources and the repository, of both machines and of the next release.
  expect(steps.filter(({ kind }) => kind === 'packages')).toHaveLength(3);
  const upgradeAt = steps.findIndex(({ heading }) => heading === UPGRADE);
  expect(upgradeAt).toBeGreaterThan(0);
  machine = await startMachine();

  const lastStep = steps.findIndex(({ heading }) => heading === '11. Whether it is done');
  const printed = carryOut(machine, steps.slice(0, lastStep));
  expect(printed).toContain('"ready":true');
  expect(printed).toMatch(/^everything is whole/m);
  const looked = machine.run(steps[lastStep]!.text.replace('savdo doctor', 'savdo doctor || true'));
  // Their settings belong to contracts with others, which an example does not have.
  const problems = looked.split('\n').filter((line) => line.startsWith('PROBLEM'));
  expect(problems).toEqual([
    expect.stringMatching(/people cannot sign the offer/),
    expect.stringMatching(/people cannot pay/),
  ]);
  expect(looked).toMatch(/^ok +addresses: the site, its sockets and the sign-in site answer$/m);
  // A sign-in site that no one uses at the moment may be without a connection.
  expect(looked).toMatch(
    /^(?:ok +processes: every type runs$|warning processes: no identity is connected )/m,
  );

  expect(JSON.parse(machine.runProgram(PLACE_A_BID))).toMatchObject({ verdict: 'accepted' });
  const upgrade = steps.slice(upgradeAt);
  expect(upgrade.filter(({ text }) => text.includes(BUILD))).toHaveLength(1);
  carryOut(machine, upgrade.map(withBuilds));
  expect(JSON.parse(machine.runProgram(PLACE_A_BID))).toMatchObject({ verdict: 'accepted' });
  // Of the new release, each of them.
  const folders = machine.run(
    `for file in /run/log/savdo-*@*.pid; do readlink "/proc/$(cat "$file")/cwd"; done`,
  );
  expect(folders.trim().split('\n')).toEqual(Array.from({ length: 6 }, () => '/opt/savdo-2'));
});
