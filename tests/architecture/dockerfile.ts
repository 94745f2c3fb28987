/** One instruction of a Dockerfile, continuation lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
  /** Arguments of the JSON form, or null for the shell form. */
  readonly list: readonly string[] | null;
}

/** A build stage: what it starts from, its name, its instructions. */
export interface Stage {
  readonly from: string;
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** Splits a Dockerfile into stages; an instruction before the first FROM (or unknown) is an error. */
export function parseDockerfile(source: string): Stage[] {
  const stages: { from: string; name: string | null; instructions: Instruction[] }[] = [];
  const joined = source.replaceAll(/\\\n/g, ' ').split('\n');
  for (const line of joined
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!KNOWN.has(name)) throw new Error(`not a Dockerfile instruction: ${line}`);
    if (name === 'FROM') {
      const [from = '', , alias = null] = text.split(/\s+/);
      stages.push({ from, name: alias, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`before the first FROM: ${line}`);
    stage.instructions.push({ name, text, list: listOf(text) });
  }
  return stages;
}

const KNOWN = new Set([
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'EXPOSE',
  'HEALTHCHECK',
  'CMD',
  'ARG',
  'LABEL',
]);

function listOf(text: string): string[] | null {
  const json = /\[.*\]$/s.exec(text)?.[0];
  return json === undefined ? null : (JSON.parse(json) as string[]);
}
