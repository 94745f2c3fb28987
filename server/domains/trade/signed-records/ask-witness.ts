import type { Witness } from '#server/integrations/witness/index.ts';
import { cosignedAt, witnessOfText } from '#shared/trust/checkpoint.ts';
import type { TransparencyLogRepository } from './transparency-log.repository.ts';
import type { TransparencyLog } from './transparency-log.ts';

export interface AskWitnessDeps {
  leaves: Pick<TransparencyLogRepository, 'lastCheckpoint' | 'lastCosigned' | 'addCosignature'>;
  transparencyLog: Pick<TransparencyLog, 'consistency'>;
}

/** A witness that was asked did not sign; the message says why. Anything but an absence calls for a person. */
class NotWitnessed extends Error {
  override name = 'NotWitnessed';
}

/**
 * Shows the newest state of the log to a witness, with the proof that it continues the one the witness signed before, and stores its
 * signature. Nothing happens where it has signed that state.
 * @throws NotWitnessed when it knows another log or its signature does not hold; an error of the network when it is away
 */
export async function askWitness(
  { leaves, transparencyLog }: AskWitnessDeps,
  witness: Witness,
): Promise<void> {
  const known = await witnessOfText(witness.verifier);
  if (!known) throw new NotWitnessed(`${witness.verifier} is not the name and key of a witness`);
  const { name } = known;
  const state = await leaves.lastCheckpoint();
  const before = await leaves.lastCosigned(name);
  if (!state || state.size === before) return;
  const ask = async (former: number) => {
    const proof = former === 0 ? [] : await transparencyLog.consistency(former, state.size);
    const lines = [`old ${former}`, ...proof.map((hash) => hash.toString('base64')), '', state.note];
    return witness.addCheckpoint(lines.join('\n'));
  };
  let answer = await ask(before);
  if (answer.kind === 'other-size' && answer.size !== before) {
    if (answer.size > state.size)
      throw new NotWitnessed(`${name} has seen ${answer.size} leaves, and the log has ${state.size}`);
    answer = await ask(answer.size);
  }
  if (answer.kind !== 'signed') {
    const why = answer.kind === 'refused' ? `status ${answer.status}` : `it knows another tree`;
    throw new NotWitnessed(`${name} does not sign that the log has only grown: ${why}`);
  }
  const signed = await cosignedAt(`${state.note}${answer.lines}`, known);
  if (!signed) throw new NotWitnessed(`the signature of ${name} does not hold`);
  await leaves.addCosignature(name, state.size, signed.line);
}
