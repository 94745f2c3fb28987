/** One instruction of a Dockerfile, continuation lines joined. */
interface Instruction {
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

/** Files and folders of the project that the last stage has, and where it puts them. */
export function copiesOfImage(source: string): { from: string; to: string }[] {
  const last = parseDockerfile(source).at(-1);
  const copies = (last?.instructions ?? []).filter(
    ({ name, text }) => name === 'COPY' && !text.startsWith('--from'),
  );
  return copies.flatMap(({ text }) => {
    const words = text.split(/\s+/).filter((word) => !word.startsWith('--'));
    const to = words.at(-1) ?? '';
    return words.slice(0, -1).map((from) => ({ from, to }));
  });
}

function listOf(text: string): string[] | null {
  const json = /\[.*\]$/s.exec(text)?.[0];
  return json === undefined ? null : (JSON.parse(json) as string[]);
}
