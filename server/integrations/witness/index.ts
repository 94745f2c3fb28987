/** A witness of the transparency log (C2SP tlog-witness): signs a state of it that continues the one it signed before. */
export interface WitnessSettings {
  /** Name and key as C2SP signed-note writes them: `name+hash+key`. */
  verifier: string;
  url: string;
}

type WitnessAnswer =
  /** Lines of signatures, to be checked by the caller. */
  | { kind: 'signed'; lines: string }
  /** It knows another size than the one named as the last. */
  | { kind: 'other-size'; size: number }
  /** What it was shown does not continue what it knows, or it will not sign. */
  | { kind: 'refused'; status: number };

export interface Witness {
  verifier: string;
  /**
   * @param request body of `add-checkpoint`
   * Rejects when it is away, takes longer than `timeoutMs`, or answers beyond the protocol; may be repeated.
   */
  addCheckpoint(request: string): Promise<WitnessAnswer>;
}

const TIMEOUT_MS = 5_000;
/** A witness answers with a line or two. */
const MOST_BYTES = 16_384;

export function createWitness({ verifier, url }: WitnessSettings, timeoutMs = TIMEOUT_MS): Witness {
  const address = `${url.replace(/\/$/, '')}/add-checkpoint`;
  return {
    verifier,
    async addCheckpoint(request) {
      const answer = await fetch(address, {
        method: 'POST',
        body: request,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readShort(answer);
      if (answer.status === 200) return { kind: 'signed', lines: text };
      if (answer.status !== 409) return { kind: 'refused', status: answer.status };
      if (!/^(0|[1-9]\d{0,15})\n?$/.test(text)) throw new Error(`${address} named no size with its conflict`);
      return { kind: 'other-size', size: Number(text) };
    },
  };
}

async function readShort(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MOST_BYTES) throw new Error(`${answer.url} answered more than ${MOST_BYTES} bytes`);
  }
  return text;
}
