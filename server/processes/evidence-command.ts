import type { Command, CommandOutput, EvidenceCheck } from '#server/platform/modules/index.ts';

/** Of one check; the rest is counted. */
const FAULTS_SHOWN = 20;

/** Carries the checks out one after another, a line for each. Returns whether everything is whole. */
export async function checkEvidence(checks: readonly EvidenceCheck[], out: CommandOutput): Promise<boolean> {
  let whole = true;
  for (const { name, check } of checks) {
    const { checked, faults } = await check();
    out.line(`${faults.length === 0 ? 'whole ' : 'BROKEN'}  ${checked} ${name}`);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) out.error(`  ${fault}`);
    if (faults.length > FAULTS_SHOWN) out.error(`  and ${faults.length - FAULTS_SHOWN} more`);
    whole &&= faults.length === 0;
  }
  return whole;
}

/** `evidence check`: exit code 0 everything is whole, 1 something is missing or was changed, 2 not understood. */
export const evidenceCommand: Command<{ evidence: readonly EvidenceCheck[] }> = {
  name: 'evidence check',
  usage: 'evidence check',
  about:
    'looks at all that is stored as evidence: ledger, logs of rooms, signatures, protocols, files and the transparency log; exit code 1 when something is missing or was changed',
  async run({ args, out, open }) {
    if (args.length > 0) {
      out.error('usage: evidence check');
      return 2;
    }
    return (await checkEvidence(open().evidence, out)) ? 0 : 1;
  },
};
